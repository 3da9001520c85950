import { z } from 'zod';

export const addSchema = z.object({ domain: z.string().catch('') });

/** What somebody typed for a domain, as it came; '' for anything but a text. */
export function readDomain(body: unknown): string {
  return addSchema.parse(body ?? {}).domain;
}
