import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';
import type { ChallengeWire, VerifyWire } from './captcha-wire.ts';

export const challenge = wire<ChallengeWire>()(
  z.object({
    algorithm: z.string(),
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    maxnumber: z.exactOptional(z.int()),
  }),
);

export const verdict = wire<VerifyWire>()(
  z.object({ verified: z.boolean(), reason: z.enum(['wrong', 'expired']).nullable() }),
);
