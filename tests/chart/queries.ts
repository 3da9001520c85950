/** A series that a query asks for, and the labels it chooses by. */
export interface AskedSeries {
  readonly name: string;
  readonly labels: readonly string[];
}

export interface Query {
  readonly series: readonly AskedSeries[];
  /** Labels by which it groups and joins. */
  readonly groups: readonly string[];
}

const lists = /\b(?:by|without|on|ignoring|group_left|group_right) *\(([^)]*)\)/g;
const words = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** What an expression in PromQL asks for. */
export function readQuery(query: string): Query {
  const bare = query.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\[[^\]]*\]/g, '');
  const groups = [...bare.matchAll(lists)].flatMap(([, list = '']) => list.split(/[\s,]+/));
  const asked = bare.replace(lists, '').matchAll(/\b([a-z_:][\w:]*)\b(?! *\()(?: *\{([^}]*)\})?/gi);
  const series = [...asked].map(([, name = '', chosen = '']) => ({
    name,
    labels: [...chosen.matchAll(/(\w+) *(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
  return { series: series.filter(({ name }) => !words.has(name)), groups: groups.filter((name) => name !== '') };
}
