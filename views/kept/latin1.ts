/** The UTF-8 bytes of a text, one character for each: Node writes them with the head in one go, and encodes nothing. */
export type Latin1 = string & { readonly brand: 'Latin1' };

export function latin1Of(text: string): Latin1 {
  // Text that is not ASCII has more bytes than characters. Counting is twice as quick as looking for such a character.
  const isAscii = Buffer.byteLength(text) === text.length;
  return (isAscii ? text : Buffer.from(text).toString('latin1')) as Latin1;
}
