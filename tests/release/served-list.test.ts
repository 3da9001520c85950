import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { listServed, readServedList, SERVED_LIST, sha256Of } from '#src/http/served-list.ts';
import { openResources } from '#src/resources.ts';
import { createTestApp, readVersion } from '../support/app.ts';

const resources = openResources();
const list = readServedList(resources);
const site = supertest(createTestApp({ after }).app);

function fetched(path: string, coding: string) {
  return site.get(path).set('Accept-Encoding', coding).responseType('blob');
}

test('the list of the build is that of the static files as they are, with the version of the package', () => {
  assert.deepEqual(list, listServed(resources, readVersion()));
  assert.deepEqual(
    list.files.map(({ path }) => path),
    list.files.map(({ path }) => path).toSorted(),
  );
});

test('every file of the list is served with the size and the hash that stand there, in every coding', async () => {
  assert.ok(list.files.length > 20);
  for (const { path, sizeBytes, sha256 } of list.files) {
    for (const coding of ['identity', 'br', 'gzip']) {
      const { status, body } = await fetched(path, coding);
      assert.deepEqual([status, body.length, sha256Of(body)], [200, sizeBytes, sha256], `${path} as ${coding}`);
    }
  }
});

test('nothing below /static is served that the list does not name, the list itself neither', async () => {
  const named = new Set(list.files.map(({ path }) => path));
  const others = resources.list('static').filter((name) => !named.has(`/static/${name}`));
  assert.ok(others.includes(SERVED_LIST.slice('static/'.length)));
  for (const name of others) assert.equal((await fetched(`/static/${name}`, 'identity')).status, 404, name);
});

test('pages carry the policy of the list', async () => {
  const { headers } = await site.get('/');
  assert.equal(headers['content-security-policy'], list.contentSecurityPolicy);
});
