const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nobody would see that there is anything: empty, spaces, or signs that draw nothing. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}
