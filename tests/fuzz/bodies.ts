import fc from 'fast-check';
import type { MediaType, OpenApiDocument } from '#src/openapi/json.ts';
import { mostly } from './mostly.ts';
import { RAW_BODIES, type RawBody } from './raw-bodies.ts';
import { allowedBy, type Fields, spoilt } from './values.ts';

export type Form = 'json' | 'urlencoded' | 'multipart' | 'query';

/** How a body is changed after it was written. */
export type Spoiling =
  | { readonly kind: 'cut' | 'hang-up' | 'byte'; readonly at: number }
  | { readonly kind: 'raw'; readonly name: RawBody }
  | { readonly kind: 'length'; readonly by: number }
  | { readonly kind: 'chunked' | 'gzip' | 'expect' };

export type TypeSaid = 'right' | 'none' | 'twice' | 'joined' | { readonly type: string };

export interface Body {
  readonly fields: Fields;
  readonly form: Form;
  readonly type: TypeSaid;
  readonly spoiling: Spoiling | null;
}

const TYPES = [
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'APPLICATION/JSON;x="a,b"'],
  ...['application/json,'],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="other"'],
  ...['multipart/mixed; boundary=b'],
  ...[';', ',', '/', '"', '"application/json', 'application/x-www-form-urlencoded; charset=latin1'],
  ...[`a/${'b'.repeat(3000)}`, '\u00ff'],
];
const FORMS: Readonly<Record<string, Form>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'urlencoded',
  'multipart/form-data': 'multipart',
};

export function bodyOf(path: string, content: Readonly<Record<string, MediaType>>, document: OpenApiDocument) {
  const [media] = Object.values(content);
  if (media === undefined) throw new Error(`${path} has a body of no type`);
  const drawn = allowedBy(media.schema, document) as fc.Arbitrary<Fields>;
  const example = fc.constant(media.example as Fields);
  const sound = media.example === undefined ? drawn : mostly(drawn, example, 3);
  const forms = Object.keys(content).map((type) => FORMS[type] ?? failFor(type));
  const all: Form[] = path.startsWith('/api/v1/') ? [...forms, 'query'] : forms;
  return mostly<Body | null>(written(mostly(sound, spoilt(sound), 3), all), fc.constant(null), 20);
}

function failFor(type: string): never {
  throw new Error(`no bodies of the type ${type}`);
}

function written(fields: fc.Arbitrary<Fields>, forms: readonly Form[]): fc.Arbitrary<Body> {
  return fc.record({
    fields,
    form: mostly(fc.constantFrom(...forms), fc.constantFrom<Form[]>('json', 'urlencoded', 'multipart', 'query'), 20),
    type: mostly<TypeSaid>(
      fc.constant('right'),
      fc.oneof(
        fc.constantFrom<TypeSaid[]>('none', 'twice', 'joined'),
        fc.constantFrom(...TYPES).map((type) => ({ type })),
      ),
      6,
    ),
    spoiling: mostly<Spoiling | null>(fc.constant(null), spoilings, 6),
  });
}

const spoilings: fc.Arbitrary<Spoiling> = fc.oneof(
  fc.record({ kind: fc.constantFrom('cut' as const, 'byte' as const, 'hang-up' as const), at: fc.nat(2000) }),
  fc.record({
    kind: fc.constant('raw' as const),
    name: fc.constantFrom(...(Object.keys(RAW_BODIES) as RawBody[])),
  }),
  fc.record({ kind: fc.constant('length' as const), by: fc.constantFrom(-5, -1, 1, 7, 2 ** 21, 1e30) }),
  fc.record({ kind: fc.constantFrom('chunked' as const, 'gzip' as const, 'expect' as const) }),
);

/** Where nobody looks for one. */
export const strayBody = written(fc.constantFrom<Fields[]>({}, { secret: 'x', continue: true }, { kind: 'generate' }), [
  'json',
]);
