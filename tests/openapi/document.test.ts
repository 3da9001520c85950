import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import supertest from 'supertest';
import { flattenPack } from '#src/i18n/packs.ts';
import type { Json } from '#src/openapi/json.ts';
import { createTestApp } from '../support/app.ts';
import { testApi, testDocument } from '../support/watched-answers.ts';

const HOST = 'localhost:3000';
const PATH = '/api/openapi.json';
const site = createTestApp({ after });
/** Of the registry of OpenAPI: JSON Schema does not know them. */
const formats = { binary: true, int64: true } as const;
const root = resolve(import.meta.dirname, '../..');

/** Everything in a document, with where it stands. */
function* partsOf(value: unknown, at = '#'): Generator<readonly [at: string, part: Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Json];
  for (const [name, part] of Object.entries(value)) {
    yield* partsOf(part, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

test('anybody gets the document, in one piece and as JSON', async () => {
  const { body, headers } = await supertest(site.app).get(PATH).set('Host', HOST).expect(200);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(body.openapi, '3.1.1');
  assert.deepEqual(Object.keys(body.paths), Object.keys(testDocument().paths));
});

test('who has the document is told that it is still good, and asks again each time', async () => {
  const first = await supertest(site.app).get(PATH).set('Host', HOST).expect(200);
  assert.equal(first.headers['cache-control'], 'no-cache');
  const kept = supertest(site.app).get(PATH).set('Host', HOST);
  const { text } = await kept.set('If-None-Match', String(first.headers.etag)).expect(304);
  assert.equal(text, '');
  await supertest(site.app).get(PATH).set('Host', HOST).set('If-None-Match', '"another"').expect(200);
});

test('beside the document there is nothing, and it cannot be written to', async () => {
  const ask = supertest(site.app);
  const { body } = await ask.get('/api/swagger.json').set('Host', HOST).expect(404);
  assert.equal(body.error_type, 'NotFound');
  const { headers } = await ask.post(PATH).set('Host', HOST).expect(405);
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
  await ask.get(PATH).set('Host', 'elsewhere.example').expect(421);
});

test('what the document refers to is in it, and what it keeps to refer to is referred to', () => {
  const document = testDocument();
  const parts = [...partsOf(document)];
  const places = new Set(parts.map(([at]) => at));
  const references = new Set(parts.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])));
  assert.deepEqual(
    [...references].filter((one) => !places.has(one)),
    [],
  );
  const kept = ['schemas', 'parameters', 'headers'].flatMap((room) =>
    Object.keys(document.components[room as 'schemas']).map((name) => `#/components/${room}/${name}`),
  );
  assert.deepEqual(
    kept.filter((one) => !references.has(one)),
    [],
  );
});

test('every schema is a valid JSON Schema of 2020-12', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, strictTypes: false, formats });
  const { schemas } = testDocument().components;
  const asOne = { $id: 'all', components: { schemas } };
  ajv.addKeyword('components').addSchema(asOne);
  for (const [name, schema] of Object.entries(schemas)) {
    assert.ok(ajv.validateSchema(schema), `${name}: ${JSON.stringify(ajv.errors)}`);
    ajv.compile({ $ref: `all#/components/schemas/${name}` });
  }
});

test('a file that is to be sent is known as one', () => {
  const { LogoRequest } = testDocument().components.schemas;
  const { description: _, ...logo } = LogoRequest?.properties?.logo ?? {};
  assert.deepEqual(logo, { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' });
});

test('whole numbers of answers have room for every instant', () => {
  const narrow = [...partsOf(testDocument().components.schemas)].filter(
    ([, { type, format }]) =>
      [type].flat().includes('integer') && ![type].flat().includes('string') && format !== 'int64',
  );
  assert.deepEqual(narrow, []);
});

test('what a field is where nothing comes is what it may be', () => {
  const ajv = new Ajv2020({ strict: false, formats });
  ajv.addSchema({ $id: 'all', components: testDocument().components });
  const defaults = [...partsOf(testDocument().components.schemas, 'all#/components/schemas')].filter(
    ([at, part]) => !at.endsWith('/properties') && 'default' in part,
  );
  assert.ok(defaults.length > 0);
  for (const [at, part] of defaults) assert.ok(ajv.compile({ $ref: at })(part.default), at);
});

test('the document has the shape that OpenAPI 3.1 asks for', () => {
  const document = testDocument();
  assert.match(document.openapi, /^3\.1\.\d+$/);
  for (const [path, item] of Object.entries(document.paths)) {
    assert.match(path, /^\/api\//);
    for (const [method, operation] of Object.entries(item)) {
      const where = `${method} ${path}`;
      assert.ok(['get', 'post'].includes(method), where);
      for (const name of ['operationId', 'summary', 'description', 'tags', 'security', 'responses']) {
        assert.ok(operation[name] !== undefined, `${where} ${name}`);
      }
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `#/components/parameters/${name}`);
      const named = (operation.parameters ?? []).map(({ $ref }) => String($ref));
      assert.ok(
        inPath.every((name) => named.includes(name)),
        where,
      );
      assert.ok(
        Object.keys(operation.responses).every((status) => /^[2-5]\d\d$/.test(status)),
        where,
      );
      if (method === 'get') assert.equal(operation.requestBody, undefined, where);
      const known = [...Object.keys(document.components.securitySchemes)];
      assert.ok(
        operation.security.flatMap((one) => Object.keys(one)).every((name) => known.includes(name)),
        where,
      );
    }
  }
  for (const room of Object.values(document.components)) {
    for (const name of Object.keys(room)) assert.match(name, /^[\w.-]+$/);
  }
});

test('every field, parameter, header and answer is explained in a sentence', () => {
  const document = testDocument();
  const { parameters, headers, responses, securitySchemes } = document.components;
  const described = [parameters, headers, responses, securitySchemes].flatMap((room) => Object.entries<Json>(room));
  const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, schema] as const),
  );
  const operations = Object.values(document.paths).flatMap((item) => Object.entries<Json>(item));
  for (const [name, { description }] of [...described, ...fields, ...operations]) {
    assert.match(String(description), /^[A-Z`].*[.:`]$/s, name);
  }
});

test('whose a record is and who calls are two things, and each is said of its own', () => {
  const { schemas } = testDocument().components;
  const ofCustid = (name: string) => String(schemas[name]?.properties?.custid?.description);
  for (const name of ['Metadata', 'PrivateRecord', 'BurnedRecord', 'Recent', 'V1Metadata']) {
    assert.match(ofCustid(name), /the customer who shared it/, name);
  }
  for (const name of ['ReadPrivateAnswer', 'BurnAsSenderAnswer', 'ListRecentAnswer']) {
    assert.match(ofCustid(name), /the customer who calls/, name);
  }
});

test('counts say of which time they are', () => {
  const { ColonelDay, ColonelCounts } = testDocument().components.schemas;
  const { secrets_created, secrets_shared } = ColonelDay?.properties ?? {};
  for (const field of [secrets_created, secrets_shared]) assert.match(String(field?.description), /on that day\.$/);
  const { session_count, secrets_created: all } = ColonelCounts?.properties ?? {};
  assert.match(String(session_count?.description), /5 minutes/);
  assert.match(String(all?.description), /so far/);
});

test('no sentence of the document is left over', () => {
  const text = readFileSync(join(root, 'locales/api/en.json'), 'utf8');
  const none = { create: null, reveal: null, sender: null, account: null, feedback: null, other: null };
  const rates = { isEnabled: true, windowSeconds: 60, perAddress: none, perAccount: none };
  const pages = [rates, { ...rates, isEnabled: false }].map((one) => testApi.reference({ isOpen: false, rates: one }));
  const written = JSON.stringify([testDocument(), pages]);
  const dead = Object.entries(flattenPack(JSON.parse(text))).filter(
    ([, sentence]) => !sentence.split('\n\n').every((part) => written.includes(JSON.stringify(part).slice(1, -1))),
  );
  assert.deepEqual(dead, []);
});

test('every example of an answer is as its schema says, and every example call too', () => {
  const document = testDocument();
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats });
  ajv.addSchema({ ...document }, 'api');
  const isFit = (schema: Json, example: unknown, where: string) => {
    const validate = ajv.compile({ ...schema, $id: where, $ref: `api${schema.$ref}` });
    assert.ok(validate(example), `${where} ${JSON.stringify(validate.errors)} ${JSON.stringify(example)}`);
  };
  for (const [at, { schema, example }] of partsOf(document)) {
    if (example === undefined || typeof (schema as Json)?.$ref !== 'string') continue;
    isFit(schema as Json, example, at);
  }
});
