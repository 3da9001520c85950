import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { type TestContext, test } from 'node:test';
import { createDns } from '#src/net/dns.ts';
import { type DnsRecord, RCODES, replyTo } from '../support/dns-message.ts';
import { fromTable, type Respond, startDnsResponder } from '../support/dns-responder.ts';
import { freePort } from '../support/free-port.ts';
import { untilSo } from '../support/until-so.ts';

const NAME = 'share.example.com';
const TEXT: DnsRecord = { name: NAME, type: 'TXT', data: ['here'] };
const FAILED = { kind: 'failed' };
const FOUND = { kind: 'found', value: ['here'] };

/** A look at a server that behaves like that; the time limit is far away unless the test is about it. */
async function setUp(t: TestContext, respond: Respond, timeoutMs = 30_000) {
  const responder = await startDnsResponder(t, respond);
  const dns = createDns({ resolvers: [responder.address], timeoutMs });
  return { responder, dns };
}

for (const [what, rcode] of [
  ['fails', RCODES.servfail],
  ['refuses', RCODES.refused],
  ['calls the question malformed', RCODES.malformed],
] as const) {
  test(`a DNS server that ${what} tells nothing about the name`, async (t) => {
    const { dns } = await setUp(t, (question) => replyTo(question, [], { rcode }));
    assert.deepEqual(await dns.txt(NAME), FAILED);
    assert.deepEqual(await dns.addresses(NAME), FAILED);
    assert.deepEqual(await dns.cname(NAME), FAILED);
  });
}

const misbehaving: readonly (readonly [string, Respond])[] = [
  ['never answers', () => null],
  ['answers with the id of another question', (one) => replyTo(one, [TEXT], { id: one.id ^ 1 })],
  [
    'answers another question',
    (one) => replyTo({ ...one, raw: Buffer.from('\u0004evil\u0000\u0000\u0010\u0000\u0001') }, [TEXT]),
  ],
  ['answers with nothing but noise', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['answers with less than a header', ({ id }) => Buffer.from([id >> 8, id & 255, 0x85])],
  ['breaks its answers off', (one) => replyTo(one, [TEXT]).subarray(0, -3)],
  [
    'cuts every answer short and then is silent',
    (one) => (one.via === 'udp' ? replyTo(one, [], { isTruncated: true }) : null),
  ],
];
for (const [what, respond] of misbehaving) {
  test(`a look at a DNS server that ${what} ends as failed, however long that server takes`, async (t) => {
    const { dns, responder } = await setUp(t, respond, 300);
    assert.deepEqual(await dns.txt(NAME), FAILED);
    await untilSo('it was asked', async () => responder.asked.length > 0);
  });
}

test('a time that cannot be divided evenly among the tries is a limit like any other', async (t) => {
  const { dns } = await setUp(t, (question) => replyTo(question, [TEXT]), 29_999);
  assert.deepEqual(await dns.txt(NAME), FOUND);
});

test('a lost answer is asked for again within the time there is', async (t) => {
  let isFirst = true;
  const { dns, responder } = await setUp(t, (question) => {
    const reply = isFirst ? null : replyTo(question, [TEXT]);
    isFirst = false;
    return reply;
  });
  assert.deepEqual(await dns.txt(NAME), FOUND);
  assert.equal(responder.asked.length, 2);
});

test('an answer that was cut short is asked for again over TCP', async (t) => {
  const records = Array.from({ length: 200 }, (_, at) => ({ ...TEXT, data: ['x'.repeat(200), String(at)] }));
  const { dns, responder } = await setUp(t, (question) =>
    question.via === 'udp' ? replyTo(question, [], { isTruncated: true }) : replyTo(question, [...records, TEXT]),
  );
  const looked = await dns.txt(NAME);
  assert.equal(looked.kind === 'found' && looked.value.length, 201);
  assert.deepEqual(looked.kind === 'found' && looked.value.at(-1), 'here');
  assert.deepEqual(
    responder.asked.map(({ via }) => via),
    ['udp', 'tcp'],
  );
});

test('of several DNS servers the next is asked when one is not there', async (t) => {
  const good = await startDnsResponder(
    t,
    fromTable(() => [TEXT]),
  );
  const dns = createDns({ resolvers: [`127.0.0.1:${await freePort()}`, good.address], timeoutMs: 30_000 });
  assert.deepEqual(await dns.txt(NAME), FOUND);
});

test('a look ends when its time is up, however long its server could still be asked', async (t) => {
  const timeUp = () => {
    t.mock.timers.tick(3_600_000);
    return null;
  };
  const { dns } = await setUp(t, timeUp, 3_600_000);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.deepEqual(await dns.txt(NAME), FAILED);
});

test('a look that is over leaves neither a timer nor a listener behind', async (t) => {
  const { dns } = await setUp(t, (question) => replyTo(question, [TEXT]), 3_600_000);
  const { signal } = new AbortController();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  assert.deepEqual(await dns.txt(NAME, signal), FOUND);
  assert.deepEqual([timers(), getEventListeners(signal, 'abort').length], [before, 0]);
});

test('a look that is no longer wanted ends at once, and begins nothing', async (t) => {
  const cut = new AbortController();
  const cutOff = () => {
    cut.abort();
    return null;
  };
  const { dns, responder } = await setUp(t, cutOff, 3_600_000);
  assert.deepEqual(await dns.txt(NAME, cut.signal), FAILED);
  const { length } = responder.asked;
  assert.deepEqual(await dns.addresses(NAME, cut.signal), FAILED);
  assert.equal(responder.asked.length, length);
});

for (const [what, rcode] of [
  ['is not there', RCODES.nxdomain],
  ['has nothing of that kind', RCODES.ok],
] as const) {
  test(`of a name that ${what} it is known that there is nothing`, async (t) => {
    const { dns } = await setUp(t, (question) => replyTo(question, [], { rcode }));
    const looked = [await dns.txt(NAME), await dns.addresses(NAME), await dns.cname(NAME)];
    assert.deepEqual(looked, Array(3).fill({ kind: 'missing' }));
  });
}

test('where one kind of address is missing and the other cannot be looked up nothing is known', async (t) => {
  for (const failing of ['A', 'AAAA']) {
    const { dns } = await setUp(t, (question) =>
      replyTo(question, [], { rcode: question.type === failing ? RCODES.servfail : RCODES.ok }),
    );
    assert.deepEqual(await dns.addresses(NAME), FAILED, failing);
  }
});

test('a text that its server has cut into pieces is one text', async (t) => {
  const { dns } = await setUp(t, (question) => replyTo(question, [{ ...TEXT, data: ['he', 're'] }]));
  assert.deepEqual(await dns.txt(NAME), FOUND);
});

test('what a name stands for is told in lower case, as names are compared', async (t) => {
  const { dns } = await setUp(t, (question) =>
    replyTo(question, [{ name: NAME, type: 'CNAME', data: 'Cluster.Example.ORG' }]),
  );
  assert.deepEqual(await dns.cname(NAME), { kind: 'found', value: 'cluster.example.org' });
});

test('where one kind of address cannot be looked up the other counts, and is not all there may be', async (t) => {
  const record: DnsRecord = { name: NAME, type: 'A', data: '192.0.2.7' };
  const { dns } = await setUp(t, (question) =>
    question.type === 'A' ? replyTo(question, [record]) : replyTo(question, [], { rcode: RCODES.servfail }),
  );
  assert.deepEqual(await dns.addresses(NAME), { kind: 'found', value: ['192.0.2.7'], isWhole: false });
});

test('a name that does not fit into DNS is not looked up, and nothing breaks', async (t) => {
  const { dns, responder } = await setUp(t, () => null);
  assert.deepEqual(await dns.txt(`${'a'.repeat(64)}.example.com`), FAILED);
  assert.equal(responder.asked.length, 0);
});
