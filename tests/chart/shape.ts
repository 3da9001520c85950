/** What may be there: a pattern of text, a type, or members of which some must be there. */
export type Shape =
  | RegExp
  | 'text'
  | 'number'
  | 'anything'
  | { readonly each: Shape; readonly atLeast?: number }
  | { readonly texts: true }
  | { readonly must?: Members; readonly may?: Members };

interface Members {
  readonly [name: string]: Shape;
}

/** Where a value is not of its shape, and how. */
export function complaintsAbout(value: unknown, shape: Shape, path: string): readonly string[] {
  if (shape === 'anything') return [];
  if (shape === 'number') return typeof value === 'number' ? [] : [`${path}: not a number`];
  if (shape === 'text') return typeof value === 'string' && value !== '' ? [] : [`${path}: not a text`];
  if (shape instanceof RegExp) return shape.test(String(value)) ? [] : [`${path}: ${String(value)}`];
  if (typeof value !== 'object' || value === null) return [`${path}: not there`];
  if ('each' in shape) return listComplaints(value, shape, path);
  if ('texts' in shape)
    return Object.entries(value).flatMap(([name, one]) => complaintsAbout(one, 'text', `${path}/${name}`));
  const { must = {}, may = {} } = shape;
  const missing = Object.keys(must).filter((name) => !Object.hasOwn(value, name));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = must[name] ?? may[name];
    return known === undefined ? [`${path}/${name}: no such field`] : complaintsAbout(member, known, `${path}/${name}`);
  });
  return [...missing.map((name) => `${path}/${name}: missing`), ...members];
}

function listComplaints(
  value: object,
  { each, atLeast = 0 }: { readonly each: Shape; readonly atLeast?: number },
  path: string,
): readonly string[] {
  if (!Array.isArray(value)) return [`${path}: not a list`];
  if (value.length < atLeast) return [`${path}: fewer than ${atLeast}`];
  return value.flatMap((one, at) => complaintsAbout(one, each, `${path}/${at}`));
}
