import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verified } from './monitor-stage.ts';
import { addAndWait, DAY_MS, NAME, newOwner, openSqlite, setStage } from './stage.ts';

test('a proof that could not be looked for is not called missing', async (t) => {
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_DNS_TIMEOUT: '1' });
  const owner = await addAndWait(stage);
  stage.responder.respond = () => null;
  const checked = await stage.service.verify(owner, NAME);
  assert.equal(checked.ok && checked.value.observation?.status, 'UNREACHABLE');
});

test('names that are added and left are looked at less and less, those that are proven as often as ever', async (t) => {
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_SITE_SCHEME: 'http' });
  const [left, used] = [await addAndWait(stage), await addAndWait(stage, 'used.example.com')];
  await stage.prove(used, 'used.example.com');
  assert.ok((await stage.service.verify(used, 'used.example.com')).ok);
  const { monitor, timers } = stage.anotherMonitor();
  stage.clock.advance(3 * DAY_MS);
  monitor.start();
  await timers.nextPause();
  stage.clock.advance(1.3 * 3_600_000);
  const due = (await stage.domains.due(9, stage.clock.now())).map(({ name }) => name);
  assert.deepEqual(due, ['used.example.com']);
  stage.clock.advance(8.4 * 3_600_000);
  assert.equal((await stage.domains.due(9, stage.clock.now())).length, 2);
  assert.equal((await stage.service.list(left)).length, 1);
});

test('what is added and removed again counts for the day: a site has only so many certificates', async (t) => {
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_PER_CUSTOMER: '2' });
  const owner = await newOwner(stage);
  const addAndRemove = async (name: string) => {
    const added = await stage.service.add(owner, name);
    if (added.ok) await stage.service.remove(owner, name);
    return added.ok || added.failure.kind;
  };
  for (let at = 0; at < 4; at += 1) assert.equal(await addAndRemove(`d${at}.example.com`), true);
  assert.equal(await addAndRemove('d4.example.com'), 'added-too-many');
  stage.clock.advance(DAY_MS);
  assert.equal(await addAndRemove('d4.example.com'), true);
});

test('what adds nothing takes no place of the day: a name one has, somebody else’s, or one too many', async (t) => {
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_PER_CUSTOMER: '1' });
  await verified(stage);
  const owner = await newOwner(stage);
  const kindOfAdding = async (name: string) => {
    const added = await stage.service.add(owner, name);
    return added.ok ? 'added' : added.failure.kind;
  };
  assert.equal(await kindOfAdding('old.example.com'), 'added');
  for (let time = 0; time < 3; time += 1) {
    assert.equal(await kindOfAdding('old.example.com'), 'added');
    assert.equal(await kindOfAdding(NAME), 'domain-taken');
    assert.equal(await kindOfAdding('new.example.com'), 'too-many-domains');
  }
  await stage.service.remove(owner, 'old.example.com');
  assert.equal(await kindOfAdding('new.example.com'), 'added');
});

test('what is added while the account goes is gone with it', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const owner = await newOwner(stage);
  await stage.accounts.destroy(owner.custid, null);
  assert.deepEqual(await stage.service.add(owner, NAME), { ok: false, failure: { kind: 'account-gone' } });
  assert.deepEqual(await stage.service.list(owner), []);
});

test('a name that could not be added any more can still be looked at and removed', async (t) => {
  const store = await openSqlite(t);
  const before = await setStage(t, store, { HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '10.0.0.0/8' });
  const owner = await addAndWait(before, 'secrets.corp');
  const seal = before.seal;
  const after = await setStage(t, store, {}, seal);
  assert.equal((await after.service.add(owner, 'other.corp')).ok, false);
  assert.equal((await after.service.find(owner, 'secrets.corp'))?.name, 'secrets.corp');
  assert.ok((await after.service.remove(owner, 'secrets.corp')).ok);
});
