/** `GET /api/v2/altcha/challenge`: find the number whose hash, after the salt, is the challenge. */
export interface ChallengeWire {
  readonly algorithm: string;
  readonly challenge: string;
  /** Ends with the facts the challenge is bound to: '?host=…&expires=…&'. */
  readonly salt: string;
  readonly signature: string;
  /** The number is not larger. */
  readonly maxnumber?: number;
}

/** `X-Altcha-Config` beside a challenge, as JSON: how the captcha is to be shown. */
export interface CaptchaConfigWire {
  /** Where a solution is confirmed before it is used; without it the solution is taken as it is. */
  readonly verifyurl?: string;
  /** Whether a solution whose spam classification is BAD counts as failed. */
  readonly blockspam?: boolean;
  /** Whether an expired solution is replaced by solving a new challenge. */
  readonly refetchonexpire?: boolean;
}

/** `POST /api/v2/altcha/verify`: whether a solution would be taken now. It is not used up by asking. */
export interface VerifyWire {
  readonly verified: boolean;
  /** Why not; null when verified. */
  readonly reason: 'wrong' | 'expired' | null;
}
