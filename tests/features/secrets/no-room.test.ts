import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { compose } from '#src/compose.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { watchAnswers } from '../../support/watched-answers.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
/** The same site, where nobody finds a place to have a passphrase stretched. */
const stretching = { concurrent: 0, waiting: 0 };
const full = { app: watchAnswers(compose({ ...site.composed, stretching })) };
const api = apiOf(site);

const BUSY = 'The server is busy right now. Please try again in a moment.';
const RIGHT = { continue: 'true', passphrase: 'right' };

/** Still there, with no try counted. */
async function assertUntouched({ secretKey, metadataKey }: { secretKey: string; metadataKey: string }) {
  const { record, details } = (await api.get(`/private/${metadataKey}`).expect(200)).body;
  assert.deepEqual([record.state, details.passphrase_failures], ['new', 0]);
  await api.reveal(secretKey, RIGHT).expect(200);
}

test('without room to stretch its passphrase a secret is neither opened nor burned, nothing is counted, and the answer says when to come again', async () => {
  const shared = await api.share('x', { passphrase: 'right' });
  for (const path of [`/secret/${shared.secretKey}`, `/secret/${shared.secretKey}/burn`]) {
    const { body, headers } = await apiOf(full).post(path, RIGHT).expect(503);
    assert.deepEqual([body.error_type, body.message, body.retry_after], ['Busy', BUSY, 2], path);
    assert.equal(headers['retry-after'], '2', path);
  }
  const { body } = await apiOf(full).post(`/private/${shared.metadataKey}/burn`, RIGHT).expect(503);
  assert.deepEqual([body.error_type, body.retry_after], ['Busy', 2]);
  await assertUntouched(shared);
});

test('so it is in API v1, where a secret that waits must not be taken for gone', async () => {
  const shared = await api.share('x', { passphrase: 'right' });
  for (const path of [`/secret/${shared.secretKey}`, `/private/${shared.metadataKey}/burn`]) {
    const asked = supertest(full.app).post(`/api/v1${path}`).set('Host', 'localhost:3000');
    const { body, headers } = await asked.send({ passphrase: 'right' }).expect(503);
    assert.deepEqual([body, headers['retry-after']], [{ message: BUSY }, '2'], path);
  }
  await assertUntouched(shared);
});

test('so it is on the pages, which come back with the form', async () => {
  const shared = await api.share('x', { passphrase: 'right' });
  const [secret, sent] = [`/secret/${shared.secretKey}`, `/private/${shared.metadataKey}`];
  const visitor = visitorOf(full);
  for (const path of [secret, `${secret}/burn`, `${sent}/burn`]) {
    await visitor.open(path);
    const { status, headers, text } = await visitor.submit(path, { passphrase: 'right' });
    assert.deepEqual([status, headers['retry-after'], text.includes(BUSY)], [503, '2', true], path);
    assert.match(text, /<input[^>]*name="passphrase"/, path);
  }
  await assertUntouched(shared);
});

test('nothing is made under a passphrase that finds no place; without one it is', async () => {
  for (const path of ['/secret/conceal', '/secret/generate']) {
    const { body } = await apiOf(full).post(path, { secret: '', kind: 'generate', passphrase: 'p' }).expect(503);
    assert.deepEqual([body.error_type, body.message], ['Busy', BUSY], path);
    await apiOf(full).post(path, { secret: '', kind: 'generate' }).expect(200);
  }
  const visitor = visitorOf(full);
  await visitor.open('/');
  const refused = await visitor.submit('/', { secret: 'typed', kind: 'share', passphrase: 'p' });
  assert.deepEqual([refused.status, visitor.textArea()], [503, 'typed']);
});
