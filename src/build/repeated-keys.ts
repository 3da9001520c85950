const STRING = /"(?:[^"\\]|\\.)*"/;
const TOKEN = new RegExp(`${STRING.source}|[{}\\[\\]:,]`, 'g');

/** Whole keys that a JSON file of nested objects names twice: reading it would keep the last and say nothing. */
export function repeatedKeys(json: string): readonly string[] {
  const repeated: string[] = [];
  const open: { readonly name: string; readonly seen: Set<string> }[] = [];
  let last = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push({ name: last, seen: new Set() });
    else if (token === '}') open.pop();
    else if (token === ':') noteKey(last);
    else if (token.startsWith('"')) last = JSON.parse(token);
  }
  return repeated;

  function noteKey(name: string): void {
    const { seen } = open.at(-1) ?? { seen: new Set() };
    if (seen.has(name)) repeated.push([...open.slice(1).map((place) => place.name), name].join('.'));
    seen.add(name);
  }
}
