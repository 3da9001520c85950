import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FORMS, METADATA_FIELDS, openV1, type Program, read } from './stage.ts';

const site = await openV1({ after });
const { anonymous, customer } = site;

const CONTENT = '  Grüße & 1+1=2, 100 % \u{1f511}\n\tzweite Zeile\n';
const PASSPHRASE = 'süß & "open" +1';

type Check = (program: Program, form: string) => Promise<void>;

async function shares(path: string, program: Program, form: string): Promise<void> {
  const fields = { secret: CONTENT, passphrase: PASSPHRASE, ttl: '7200', recipient: '', share_domain: '', else: 'x' };
  const shared = read(await program.post(path, fields, form));
  assert.deepEqual(Object.keys(shared), METADATA_FIELDS);
  assert.deepEqual(
    [shared.custid, shared.ttl, shared.secret_ttl, shared.state, shared.recipient, shared.passphrase_required],
    [program.custid, 7200, 7200, 'new', [], true],
  );
  assert.equal(read(await program.post(`/secret/${shared.secret_key}`, { passphrase: PASSPHRASE })).value, CONTENT);
}

/** What each route does with what it was sent. */
const ROUTES: Readonly<Record<string, Check>> = {
  'POST /share': (program, form) => shares('/share', program, form),
  'POST /create': (program, form) => shares('/create', program, form),
  'POST /generate': async (program, form) => {
    const generated = read(await program.post('/generate', { passphrase: 'x', ttl: '300', length: '20' }, form));
    assert.deepEqual(Object.keys(generated), [...METADATA_FIELDS, 'value']);
    assert.equal(generated.value.length, 20);
    assert.deepEqual([generated.custid, generated.ttl, generated.passphrase_required], [program.custid, 300, true]);
    const revealed = read(await program.post(`/secret/${generated.secret_key}`, { passphrase: 'x' }));
    assert.equal(revealed.value, generated.value);
  },
  'POST /secret/{key}': async (program, form) => {
    const { secret_key } = await program.share({ secret: CONTENT, passphrase: PASSPHRASE });
    const revealed = read(await program.post(`/secret/${secret_key}`, { passphrase: PASSPHRASE }, form));
    const expected = { value: CONTENT, secret_key, share_domain: 'localhost:3000' };
    assert.equal(JSON.stringify(revealed), JSON.stringify(expected));
  },
  'POST /private/{key}': async (program, form) => {
    const { metadata_key } = await program.share({ secret: CONTENT });
    const record = read(await program.post(`/private/${metadata_key}`, { passphrase: 'ignored' }, form));
    assert.deepEqual([record.metadata_key, record.state], [metadata_key, 'new']);
  },
  'POST /private/{key}/burn': async (program, form) => {
    const { metadata_key, secret_key } = await program.share({ secret: CONTENT, passphrase: PASSPHRASE });
    const burned = read(await program.post(`/private/${metadata_key}/burn`, { passphrase: PASSPHRASE }, form));
    assert.deepEqual(Object.keys(burned), ['state', 'secret_shortkey']);
    assert.deepEqual([burned.state.state, burned.secret_shortkey], ['burned', secret_key.slice(0, 6)]);
  },
};

for (const [who, program] of Object.entries({ 'without credentials': anonymous, 'with Basic': customer })) {
  for (const form of Object.keys(FORMS)) {
    for (const [route, check] of Object.entries(ROUTES)) {
      test(`v1 ${route} takes ${form}, ${who}`, () => check(program, form));
    }
  }
}
