/** The bytes of a text in UTF-8, one character for each: Node writes them behind the head in one go, without encoding anything. */
export type Latin1 = string & { readonly brand: 'Latin1' };

const NEEDS_MORE_BYTES = /[^\0-\x7f]/;

export function latin1Of(text: string): Latin1 {
  return (NEEDS_MORE_BYTES.test(text) ? Buffer.from(text).toString('latin1') : text) as Latin1;
}
