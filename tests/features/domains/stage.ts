import { randomBytes } from 'node:crypto';
import { ownerTags } from '#src/compose/secrets.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import {
  type Domain,
  type DomainId,
  type DomainName,
  PLAIN_BRAND,
  PROOF_GRACE_MS,
} from '#src/features/domains/domain.ts';
import { type Client, jsonOf, keysOf } from '../../durability/client.ts';
import { type FrontDoor, openFrontDoor } from '../../security/front-door.ts';
import { type Form, signedIn, signUp } from '../../security/stores.ts';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import type { Cleanup } from '../../support/temp.ts';

export const SITE_HOST = 'hush.example';
export const DOMAINS_ON = {
  HUSHLINK_SITE_HOST: SITE_HOST,
  HUSHLINK_DOMAINS_ENABLED: 'true',
  HUSHLINK_DOMAINS_CLUSTER_IP: '192.0.2.1',
};

/** A site with custom domains, behind a real socket. */
export function openDomainSite(t: Cleanup, options: TestAppOptions = {}): Promise<FrontDoor> {
  return openFrontDoor(t, { ...options, env: { ...DOMAINS_ON, ...options.env } }, SITE_HOST);
}

/** The same client under another name. */
export function under({ client }: Pick<FrontDoor, 'client'>, host: string): Client {
  const ask: Client['ask'] = (path, options = {}) =>
    client.ask(path, { ...options, headers: { Host: host, ...options.headers } });
  const post: Client['post'] = (path, fields = {}) => ask(`/api/v2${path}`, { method: 'POST', body: fields });
  return {
    ...{ ask, post },
    share: async (secret, fields = {}) => {
      const answer = await post('/secret/conceal', { kind: 'share', secret, ...fields });
      if (answer.status !== 200) throw new Error(`not shared: ${answer.status} ${answer.body}`);
      return keysOf(answer);
    },
    reveal: (secretKey, fields = {}) => post(`/secret/${secretKey}`, { continue: 'true', ...fields }),
    close: () => {},
  };
}

export interface Proven {
  /** Whose it is; without one, somebody's who has nothing else here. */
  readonly ownerTag?: string;
  /** Whether anybody may share there. */
  readonly hasHome?: boolean;
}

/** A domain that has been added, and not proven. */
export async function addUnproven(site: TestApp, name: string, { ownerTag }: Proven = {}) {
  const id = randomBytes(10).toString('hex') as DomainId;
  const owner = ownerTag ?? randomBytes(32).toString('base64url');
  const nowMs = site.clock.now();
  const record = { id, name: name as DomainName, ownerTag: owner, createdAtMs: nowMs, firstLookAtMs: nowMs };
  await site.store.domains.add(record, 100);
  return record;
}

/** A domain that has been added and proven. */
export async function prove(site: TestApp, name: string, { ownerTag, hasHome = false }: Proven = {}): Promise<Domain> {
  const { domains } = site.store;
  const record = await addUnproven(site, name, ownerTag === undefined ? {} : { ownerTag });
  await domains.setBrand(record.ownerTag, record.name, { ...PLAIN_BRAND, hasHome }, site.clock.now());
  const outcome = await domains.noteProof(record.id, 'present', { graceMs: PROOF_GRACE_MS, nowMs: site.clock.now() });
  if (outcome.kind !== 'kept') throw new Error(`${name} is ${outcome.kind}`);
  return outcome.domain;
}

/** As the store names this customer. */
export async function tagOf({ store, seal }: Pick<TestApp, 'store' | 'seal'>, address: string): Promise<string> {
  const customer = await store.accounts.find(address as CustId);
  if (customer === null) throw new Error(`${address} has no account`);
  return ownerTags(seal)(customer);
}

let people = 0;

export interface Member extends Form {
  readonly address: string;
  /** Reads API v2 with the session. */
  read(path: string): ReturnType<Client['ask']>;
}

/** Somebody who has just signed up and in, with the token of the dashboard. */
export async function memberOf({ client }: Pick<FrontDoor, 'client'>): Promise<Member> {
  people += 1;
  const address = `owner${people}@example.org`;
  await signUp(client, address);
  const form = await signedIn(client, address, '/dashboard');
  const read = (path: string) => client.ask(`/api/v2${path}`, { headers: { Cookie: form.cookie } });
  return { ...form, address, read };
}

/** Adds a domain through the API; its record. */
export async function addDomain(member: Member, domain: string) {
  const answer = await member.call('/account/domains/add', { domain });
  if (answer.status !== 200) throw new Error(`not added: ${answer.status} ${answer.body}`);
  return jsonOf(answer).record;
}
