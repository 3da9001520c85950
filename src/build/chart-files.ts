import { isMap, type Pair, parse, parseDocument, type YAMLMap } from 'yaml';
import { configSchema, isKeyPath, KEY_PATHS } from '#src/config/schema.ts';

/** A value of the chart, or a group of them. */
export interface ChartValue {
  /** `image.tag` */
  readonly path: string;
  /** As YAML; null for a group. */
  readonly shown: string | null;
  /** The comment before it, in one line. */
  readonly words: string;
}

/** Every value of values.yaml in its order, groups before what is in them. A map without members is a value. */
export function chartValues(text: string): readonly ChartValue[] {
  const { contents } = parseDocument(text);
  return isMap(contents) ? valuesIn(contents, '') : [];
}

function valuesIn(map: YAMLMap, prefix: string): readonly ChartValue[] {
  return map.items.flatMap((pair, at) => {
    const path = `${prefix}${pair.key}`;
    // The parser gives the comment of the first member to the map; that of the file comes before it.
    const words = commentOf(pair.key) || (at === 0 ? commentOf(map) : '');
    const { value } = pair;
    if (!isMap(value) || value.items.length === 0) return [{ path, shown: shownValue(pair), words }];
    return [{ path, shown: null, words }, ...valuesIn(value, `${path}.`)];
  });
}

function commentOf(node: unknown): string {
  const isCommented = typeof node === 'object' && node !== null && 'commentBefore' in node;
  if (!isCommented) return '';
  const paragraphs = String(node.commentBefore ?? '').split(/\n *\n/);
  return (paragraphs.at(-1) ?? '').replace(/\s*\n\s*/g, ' ').trim();
}

function shownValue({ value }: Pair): string {
  return JSON.stringify(value, null, 1).replace(/\s*\n\s*/g, ' ');
}

const BEGIN = '<!-- values: made by npm run chart:readme -->';
const END = '<!-- end of values -->';

/** The README with its table made anew. */
export function withValuesTable(readme: string, values: readonly ChartValue[]): string {
  const [before = '', rest = ''] = readme.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`no place for the values between ${BEGIN} and ${END}`);
  const rows = values.map(({ path, shown, words }) =>
    shown === null ? `| **${path}** | | ${cell(words)} |` : `| \`${path}\` | \`${cell(shown)}\` | ${cell(words)} |`,
  );
  const table = ['| value | default | |', '|---|---|---|', ...rows].join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** Chart.yaml at the version of the package. */
export function withVersion(chart: string, version: string): string {
  return chart
    .replace(/^version: .*$/m, `version: ${version}`)
    .replace(/^appVersion: .*$/m, `appVersion: "${version}"`);
}

interface Schema {
  readonly properties: { config?: object };
}

/** Keys of the configuration that have values of their own in the chart: the templates refuse them, and name those. */
const REFUSED_BY_CHART = ['data', 'store', 'site.previous_secrets'];

/** values.schema.json with every key of the configuration under `config`, typed by its default. */
export function withConfigKeys(schema: string, defaults: string): string {
  const read: Schema = JSON.parse(schema);
  read.properties.config = configSchemaOf(parse(defaults));
  return `${JSON.stringify(read, null, 2)}\n`;
}

/** values.schema.json with what values.yaml and the configuration explain as descriptions, which editors show. */
export function withDescriptions(schema: string, values: readonly ChartValue[], defaults: string): string {
  const read: Schema = JSON.parse(schema);
  const keys = chartValues(defaults).map((key) => ({ ...key, path: `config.${key.path}` }));
  for (const { path, words } of [...values, ...keys]) describe(read, path.split('.'), withoutEnvironment(words));
  return `${JSON.stringify(read, null, 2)}\n`;
}

interface Described {
  readonly properties?: Record<string, Described>;
  readonly description?: string;
}

/** Leaves out what the schema says of many at once (`$ref`), which is described there. */
function describe(schema: Described, [name = '', ...rest]: readonly string[], words: string): void {
  const member = schema.properties?.[name];
  if (schema.properties === undefined || member === undefined) return;
  if (rest.length > 0) {
    describe(member, rest, words);
    return;
  }
  const { description: _before, ...others } = member;
  schema.properties[name] = words === '' ? others : { description: words, ...others };
}

/** Leaves out the names of variables: a pod gets the configuration as a file. */
function withoutEnvironment(words: string): string {
  return words.replace(/ ?(?:In the environment as JSON\. )?Environment: .*$/, '');
}

interface Section {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly properties: Record<string, object>;
}

function configSchemaOf(defaults: unknown): Section {
  const root = newSection();
  for (const path of [...REFUSED_BY_CHART, ...KEY_PATHS.filter((one) => !isRefused(one))]) {
    const parts = path.split('.');
    const section = parts.slice(0, -1).reduce(sectionIn, root);
    section.properties[parts.at(-1) ?? path] = typeOfKey(path, parts.reduce(memberOf, defaults));
  }
  return root;
}

function isRefused(path: string): boolean {
  return REFUSED_BY_CHART.some((refused) => path === refused || path.startsWith(`${refused}.`));
}

function newSection(): Section {
  return { type: 'object', additionalProperties: false, properties: {} };
}

function sectionIn(parent: Section, name: string): Section {
  const section = (parent.properties[name] ?? newSection()) as Section;
  parent.properties[name] = section;
  return section;
}

function memberOf(parent: unknown, name: string): unknown {
  return typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined;
}

function takesNull(path: string): boolean {
  return isKeyPath(path) && configSchema.shape[path].safeParse(null).success;
}

/** The form alone: before it starts, the server says better than a schema whether a value is right. */
function typeOfKey(path: string, byDefault: unknown): object {
  if (isRefused(path) || byDefault === null) return {};
  // The grace period of a pod is counted from these, where Helm would read a number that begins with 0 as octal.
  const pattern = '^(0|[1-9][0-9]*) ?[smh]?$';
  if (path.startsWith('listen.drain')) return { type: ['integer', 'string'], minimum: 0, pattern };
  if (typeof byDefault === 'boolean') return { type: 'boolean' };
  if (typeof byDefault === 'number') return { type: ['integer', 'string', ...(takesNull(path) ? ['null'] : [])] };
  if (Array.isArray(byDefault)) return { type: ['array', 'string'] };
  return { type: /^\d/.test(String(byDefault)) ? ['integer', 'string'] : 'string' };
}
