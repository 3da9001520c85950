import { after, test } from 'node:test';
import type { Answer } from '../durability/client.ts';
import { ENGINES } from '../security/stores.ts';
import { expectBytes, openV1, type Program, read, UNKNOWN, type V1Metadata, type V1Site } from './stage.ts';

const TTL = 7200;
const ALIASES = ['private', 'metadata', 'receipt'];
const METHODS = ['GET', 'POST'] as const;

interface Shown {
  readonly state: string;
  /** undefined is a field that is absent. */
  readonly secretKey?: string;
  readonly secretTtl?: number | null;
  /** Seconds after it was created. */
  readonly updatedAfter: number;
  readonly receivedAfter?: number;
  readonly nowAfter: number;
}

type Bring = (site: V1Site, shared: V1Metadata) => Promise<Omit<Shown, 'nowAfter'>>;

const afterSeconds = (site: V1Site, seconds: number) => site.clock.advance(seconds * 1000);

/** How a secret with a passphrase comes into each state, and what the next read then says of it. */
const STATES: Readonly<Record<string, Bring>> = {
  'new at the first read': async (_site, { secret_key: secretKey }) => ({
    ...{ state: 'new', secretKey, secretTtl: TTL, updatedAfter: 0 },
  }),
  'viewed from the second read on': async (site, { metadata_key, secret_key: secretKey }) => {
    afterSeconds(site, 3);
    read(await site.anonymous.get(`/private/${metadata_key}`));
    afterSeconds(site, 4);
    return { state: 'viewed', secretKey, secretTtl: TTL - 7, updatedAfter: 3 };
  },
  received: async (site, { secret_key }) => {
    afterSeconds(site, 5);
    read(await site.anonymous.post(`/secret/${secret_key}`, { passphrase: 'p' }));
    afterSeconds(site, 1);
    return { state: 'received', updatedAfter: 5, receivedAfter: 5 };
  },
  'burned by its sender': async (site, { metadata_key }) => {
    afterSeconds(site, 6);
    read(await site.anonymous.post(`/private/${metadata_key}/burn`, { passphrase: 'p' }));
    return { state: 'burned', secretKey: '', secretTtl: null, updatedAfter: 6 };
  },
  'burned by its recipient': async (site, { secret_key }) => {
    await site.client.post(`/secret/${secret_key}/burn`, { continue: 'true', passphrase: 'p' });
    return { state: 'burned', secretKey: '', secretTtl: null, updatedAfter: 0 };
  },
  'new when it has expired unread': async (site) => {
    afterSeconds(site, TTL);
    return { state: 'new', secretKey: '', secretTtl: 0, updatedAfter: 0 };
  },
  'viewed when it has expired after a read': async (site, { metadata_key }) => {
    read(await site.anonymous.post(`/private/${metadata_key}`));
    afterSeconds(site, TTL + 9);
    return { state: 'viewed', secretKey: '', secretTtl: 0, updatedAfter: 0 };
  },
  'as it was while a passphrase is locked': async (site, { secret_key: secretKey }) => {
    for (let tries = 0; tries < 10; tries += 1) {
      await site.anonymous.post(`/secret/${secretKey}`, { passphrase: 'wrong' });
      afterSeconds(site, 60);
    }
    return { state: 'new', secretKey, secretTtl: TTL - 600, updatedAfter: 0 };
  },
};

function expected(program: Program, { metadata_key, created, ...shared }: V1Metadata, shown: Shown) {
  const at = Number(created);
  return {
    ...{ custid: program.custid, metadata_key, secret_key: shown.secretKey, ttl: TTL },
    ...{ metadata_ttl: 2 * TTL - shown.nowAfter, secret_ttl: shown.secretTtl, state: shown.state },
    ...{ updated: at + shown.updatedAfter, created },
    received: shown.receivedAfter === undefined ? undefined : at + shown.receivedAfter,
    ...{ recipient: [], share_domain: shared.share_domain, passphrase_required: true },
  };
}

async function readBy(program: Program, method: (typeof METHODS)[number], path: string): Promise<Answer> {
  return method === 'GET' ? program.get(path) : program.post(path);
}

for (const engine of ENGINES) {
  const site = await openV1({ after }, engine);
  for (const [who, program] of Object.entries({ anonymous: site.anonymous, Basic: site.customer })) {
    for (const [state, bring] of Object.entries(STATES)) {
      for (const alias of who === 'anonymous' ? ALIASES : ['private']) {
        for (const method of METHODS) {
          test(`${engine}: v1 ${method} /${alias}/{key}, ${who}: a secret is ${state}`, async () => {
            const shared = await program.share({ secret: 'x', passphrase: 'p', ttl: String(TTL) });
            const startMs = site.clock.now();
            const shown = await bring(site, shared);
            const nowAfter = (site.clock.now() - startMs) / 1000;
            const answer = await readBy(program, method, `/${alias}/${shared.metadata_key}`);
            expectBytes(answer, 200, expected(program, shared, { ...shown, nowAfter }));
          });
        }
      }
    }
  }

  test(`${engine}: v1 knows nothing of a record whose time is over`, async () => {
    const { metadata_key } = await site.anonymous.share({ secret: 'x', ttl: String(TTL) });
    afterSeconds(site, 2 * TTL);
    expectBytes(await site.anonymous.get(`/private/${metadata_key}`), 404, UNKNOWN(metadata_key));
  });

  for (const alias of ALIASES) {
    test(`${engine}: v1 burning by /${alias} answers the record as it is then, once`, async () => {
      const shared = await site.anonymous.share({ secret: 'x', passphrase: 'p', ttl: String(TTL) });
      const path = `/${alias}/${shared.metadata_key}/burn`;
      const shown = { state: 'burned', secretKey: '', secretTtl: null, updatedAfter: 0, nowAfter: 0 };
      const answer = { state: expected(site.anonymous, shared, shown), secret_shortkey: shared.secret_key.slice(0, 6) };
      expectBytes(await site.anonymous.post(path, { passphrase: 'p' }), 200, answer);
      expectBytes(await site.anonymous.post(path, { passphrase: 'p' }), 404, UNKNOWN(shared.metadata_key));
    });
  }
}
