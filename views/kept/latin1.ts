/** The bytes of a text in UTF-8, one character for each: Node writes them behind the head in one go, without encoding anything. */
export type Latin1 = string & { readonly brand: 'Latin1' };

export function latin1Of(text: string): Latin1 {
  // What is no ASCII takes more bytes than characters. Counting them is twice as quick as looking for the first of those.
  const isAscii = Buffer.byteLength(text) === text.length;
  return (isAscii ? text : Buffer.from(text).toString('latin1')) as Latin1;
}
