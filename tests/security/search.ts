/** Something that must not be found: text, or the bytes of a key. */
export interface Mark {
  readonly name: string;
  readonly value: string | Buffer;
}

/** Where to look. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Each mark in each of its forms that stands in one of the places: 'mark, form, place'. */
export function findMarks(places: readonly Place[], marks: readonly Mark[]): string[] {
  return marks.flatMap((mark) =>
    formsOf(mark.value).flatMap(({ form, bytes }) =>
      places.filter((place) => place.bytes.includes(bytes)).map((place) => `${mark.name}, ${form}, ${place.name}`),
    ),
  );
}

/** How a text may look once programs have passed it on. */
export function formsOf(value: string | Buffer): { form: string; bytes: Buffer }[] {
  const raw = Buffer.from(value as string);
  const text = raw.toString('utf8');
  const forms: readonly (readonly [form: string, bytes: string | Buffer])[] = [
    ['plain', raw],
    ['hex', raw.toString('hex')],
    ['HEX', raw.toString('hex').toUpperCase()],
    ['percent', [...raw].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
    ['PERCENT', [...raw].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')],
    ...base64Forms(raw),
    ...(typeof value === 'string' ? textForms(text) : []),
  ];
  return forms.map(([form, bytes]) => ({ form, bytes: Buffer.from(bytes as string) }));
}

function textForms(text: string): [form: string, bytes: string | Buffer][] {
  const littleEndian = Buffer.from(text, 'utf16le');
  return [
    ['UTF-16 LE', littleEndian],
    ['UTF-16 BE', Buffer.from(littleEndian).swap16()],
    ['URI component', encodeURIComponent(text)],
    ['form', new URLSearchParams([['', text]]).toString().slice(1)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['ASCII JSON', asciiJson(text)],
    ['HTML', text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ];
}

/** Inside a longer base64 text a value begins at one of three offsets; its edges are shared with its neighbours. */
function base64Forms(raw: Buffer): [form: string, bytes: string][] {
  return [0, 1, 2].flatMap((offset): [string, string][] => {
    const padded = Buffer.concat([Buffer.alloc(offset), raw]);
    const inner = (text: string) => text.slice(Math.ceil((offset * 4) / 3), Math.floor((padded.length * 4) / 3));
    return [
      [`base64 at ${offset}`, inner(padded.toString('base64'))],
      [`base64url at ${offset}`, inner(padded.toString('base64url'))],
    ];
  });
}

function asciiJson(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
