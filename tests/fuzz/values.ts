import fc from 'fast-check';
import type { JsonSchema, OpenApiDocument } from '#src/openapi/json.ts';
import { PICTURES, type PictureName, picture } from '../features/domains/pictures.ts';
import { PASSWORD } from './people.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Stands in a text for the number of the visit that sends it, so that no two speak of the same thing by chance. */
export const VISIT = '{visit}';
/** Stands for the solution of the captcha that was asked for last. */
export const SOLVED = '{solved}';
/** Stands for a token that is good for the session that sends it. */
export const SHRIMP = '{shrimp}';

/** What somebody would write there: without these hardly any call would come to what it is for. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  secret: ['the door code is 4711', 'two lines\r\nand a last\n', '\ufeff§ £ ∑ 𝕏', '=&%41+', 'x'.repeat(11_000)],
  passphrase: ['', '', 'blue bicycle', 'blue bicycle', 'wrong'],
  continue: [true, 'true', '1', 'on', false],
  ttl: [60, 3600, '3600', 604_800],
  kind: ['share', 'share', 'share', 'share', '', 'generate'],
  truncate: ['true', 'false'],
  recipient: [[], '', '', '', 'ann@example.org', ['ann@example.org', 'bo@example.org']],
  'recipient[]': [[], '', '', ['ann@example.org']],
  share_domain: ['', '', '', 'hush.example', 'hush.example', `secrets.visit${VISIT}.com`],
  owned: [false, false, '', true],
  length: [8, '20', 128],
  character_sets: [['digits'], 'lowercase,symbols'],
  currentp: [PASSWORD],
  newp: ['a long new one'],
  newp2: ['a long new one'],
  confirmation: [PASSWORD, 'a long new one'],
  tabindex: ['destroy'],
  locale: ['de', 'en', 'ar'],
  domain: [
    `secrets.visit${VISIT}.com`,
    `visit${VISIT}.co.uk`,
    `http://SECRETS.visit${VISIT}.com/`,
    'müller.example.com',
  ],
  name: ['Example Ltd'],
  accent: ['#1d7a46', 'ABC'],
  email: ['ann@example.org', ''],
  msg: ['Well done.'],
  skill: ['', '', '', 'x'],
  payload: [SOLVED],
  authenticity_payload: [SOLVED],
};

/** All that the document says of values. One that is not here would be passed over in silence. */
const KNOWN = new Set([
  ...['type', 'properties', 'required', 'anyOf', 'items', 'enum', 'const', 'minimum', 'maximum', 'pattern', '$ref'],
  ...['minLength', 'maxLength', 'minItems', 'description', 'default', 'contentMediaType', 'format'],
]);

/** Values that the schema allows; those of a field with words of its own mostly these. */
export function allowedBy(schema: JsonSchema, document: OpenApiDocument, name = ''): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
  if (unknown.length > 0) throw new Error(`nothing is made of ${unknown} of ${name}`);
  const words = WORDS[name];
  const drawn = drawnFrom(schema, document);
  const isPlain = schema.properties === undefined && schema.$ref === undefined;
  if (!words || !isPlain) return drawn;
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: drawn });
}

function drawnFrom(schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return allowedBy(document.components.schemas[nameOf(schema.$ref)]!, document);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => drawnFrom(one, document)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  return fc.oneof(...[schema.type ?? []].flat().map((type) => ofType(type, schema, document)));
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function ofType(type: string, schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  const { minimum, maximum, items, minItems = 0 } = schema as Readonly<Record<string, number>> & JsonSchema;
  const within = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(within);
    case 'number':
      return fc.double({ ...within, noNaN: true, noDefaultInfinity: true });
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(allowedBy(items as JsonSchema, document), { minLength: minItems, maxLength: 12 });
    case 'object':
      return recordOf(schema, document);
    default:
      throw new Error(`no values of the type ${type}`);
  }
}

function textOf({ pattern, maxLength, contentMediaType }: JsonSchema): fc.Arbitrary<unknown> {
  if (contentMediaType !== undefined) {
    const names = Object.keys(PICTURES) as PictureName[];
    const pictures = fc.constantFrom(...names).map((name) => new Uint8Array(picture(name)));
    return fc.oneof({ weight: 3, arbitrary: pictures }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) });
  }
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const most = typeof maxLength === 'number' ? { maxLength } : {};
  return fc.oneof(
    ...(['grapheme', 'grapheme-ascii', 'binary'] as const).map((unit) => fc.string({ unit, ...most })),
    fc.constantFrom('', ' ', '\n', 'a'.repeat(Number(maxLength ?? 300))),
  );
}

function recordOf({ properties = {}, required = [] }: JsonSchema, document: OpenApiDocument): fc.Arbitrary<Fields> {
  const entries = Object.entries(properties).map(([name, field]) => [name, allowedBy(field, document, name)]);
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...required] });
}

/** What no schema has in mind, of every type. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -0, -1, 1.5, 59, 60, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, 5e-324, -1e308],
    ...['', ' ', '\0', '\ud800', 'a\udfffb', '\u202e', '\ufeff', '\r\n\r\n', '%', '%00', '%ff', '+', '1e3'],
    ...['0x10', 'NaN'],
    ...['__proto__', 'constructor', 'toString', '[object Object]', 'null', 'undefined', "' OR 1=1 --"],
    ...['{{7*7}}', '../..'],
    ...[[], {}, [[]], [null], [{}], ['a', ['b']], { length: 1e9 }, { toString: 'x' }, { 0: 'a' }],
    ...[{ secret: { secret: {} } }],
    ...['9'.repeat(400), 'a'.repeat(1001), 'é'.repeat(60_000)],
    ...[[...'recipients'].map((letter) => `${letter}@example.org`)],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', size: 'medium' }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 6 }),
  fc.array(fc.constantFrom('ann@example.org', 'a', ''), { minLength: 90, maxLength: 130 }),
);

/** Names that mean something to objects, to parsers of forms, or to us. */
const ODD_NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', 'toJSON', 'then', 'length'],
  ...['', '[]', '[a]', 'a[b][c][d]', '__proto__[x]', 'constructor[prototype][x]', 'a.b', 'secret[secret]'],
  ...['\0', '\ud800'],
  ...['shrimp', 'secret', 'kind', 'ttl', 'passphrase', 'recipient', 'role', 'custid', 'planid', 'key', 'state'],
];

/** Fields like these, of which some are wrong, missing or too many. */
export function spoilt(sound: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  const change = fc.record({
    name: fc.oneof(fc.nat(20), fc.constantFrom(...ODD_NAMES)),
    value: fc.option(oddValues, { nil: undefined, freq: 6 }),
  });
  return fc.tuple(sound, fc.array(change, { minLength: 1, maxLength: 3 })).map(([fields, changes]) => {
    const names = Object.keys(fields);
    const wrong = changes.map(({ name, value }) => {
      const at = typeof name === 'number' ? (names[name % (names.length || 1)] ?? 'secret') : name;
      return [at, value] as const;
    });
    // `fromEntries` makes an own property of any name, of '__proto__' too.
    return Object.fromEntries([...Object.entries(fields), ...wrong].filter(([, value]) => value !== undefined));
  });
}
