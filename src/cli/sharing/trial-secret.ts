import { MIN_TTL_SECONDS } from '#src/features/secrets/secret.ts';

/** What `selftest` and `prove-once` share: meaningless, and gone soon if nobody opens it. */
export const TRIAL_SECRET = {
  contentBytes: 24,
  /** 100 characters: as long as any site may want one to be. */
  passphraseBytes: 75,
  /** No site allows less. */
  ttlSeconds: MIN_TTL_SECONDS,
} as const;
