import { z } from 'zod';
import type { Answer } from './operation.ts';

/** What stands around every answer of v2. */
const around = { success: z.literal(true), shrimp: z.string(), custid: z.string() };

interface Parts {
  readonly record: z.ZodType;
  readonly details?: z.ZodType;
  /** Whether a sentence for people says what was done. */
  readonly hasMessage?: boolean;
  /** What stands beside the record, as well. */
  readonly beside?: z.ZodRawShape;
}

export const nothing = z.object({});

/** One record and what is to be said about it. */
export function enveloped({ record, details = nothing, hasMessage = false, beside = {} }: Parts): Answer {
  const message = hasMessage ? { message: z.string() } : {};
  return { status: 200, schema: z.object({ ...around, ...beside, record, details, ...message }) };
}

export function enlisted({ record, details }: { readonly record: z.ZodType; readonly details: z.ZodType }): Answer {
  return { status: 200, schema: z.object({ ...around, count: z.int(), records: z.array(record), details }) };
}

/** Without an envelope. */
export function bare(schema: z.ZodType, headers: readonly string[] = []): Answer {
  return { status: 200, schema, headers };
}

export const empty: Answer = { status: 204, schema: null };
