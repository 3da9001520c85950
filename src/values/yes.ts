import { z } from 'zod';

const YES: ReadonlySet<string> = new Set(['true', '1', 'on']);

/** What programs and forms send for yes; as a text in any capitals: Python and PowerShell write 'True' into a form. */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && YES.has(value.toLowerCase()));
}

/** How a field says yes or no; any other text is no. */
export const yesOrNo = z.union([z.boolean(), z.literal([0, 1]), z.string()]);

/** A field that says yes or anything else; nothing is no. */
export const flag = yesOrNo.transform(isYes).catch(false);
