import type { DomainName } from '#src/features/domains/domain.ts';
import { type DnsRecord, replyTo } from '../support/dns-message.ts';
import { addressRecords, typedAddresses } from '../support/ssrf-corpus.ts';
import type { Cleanup } from '../support/temp.ts';
import { startPlainServer, startTlsServer } from '../support/tls-server.ts';
import { certificateFor, NAME, newOwner, openSqlite, SITE, setStage } from './stage.ts';

/** What the server was given to connect to, and how often it did where it must not. */
export interface Outbound {
  readonly forms: number;
  /** Of connections to what is nobody's on the public internet. */
  readonly reached: number;
  /** What was let in, looked up or seen otherwise than it should be. */
  readonly odd: readonly string[];
}

export const VERIFIED = { name: NAME as DomainName, proof: { verifiedAtMs: 1, missingSinceMs: null } };
export const aliased: DnsRecord = { name: NAME, type: 'CNAME', data: SITE };

export function pointsTo(...addresses: string[]): DnsRecord[] {
  return addresses.map((data) => ({ name: SITE, type: data.includes(':') ? 'AAAA' : 'A', data }));
}

/** Addresses in every writing, typed where a name belongs: nobody is asked, and nobody connected to. */
export async function typeAddresses(t: Cleanup): Promise<Outbound> {
  const everywhere = await startPlainServer(t, { host: '::' });
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_TLS_PORT: String(everywhere.port) });
  const owner = await newOwner(stage);
  const odd: string[] = [];
  for (const typed of typedAddresses) {
    const outcomes = [await stage.service.add(owner, typed), await stage.service.verify(owner, typed)];
    const kinds = outcomes.map((one) => one.ok || one.failure.kind);
    if (kinds.join() !== 'invalid-domain,unknown-domain') odd.push(`${typed}: ${kinds}`);
  }
  odd.push(...stage.responder.asked.map((asked) => `asked for ${JSON.stringify(asked)}`));
  return { forms: typedAddresses.length, reached: everywhere.connections, odd };
}

/** A proven domain whose DNS leads inside. The alias is right: only the check of the address keeps us from connecting. */
export async function leadInside(t: Cleanup): Promise<Outbound> {
  const everywhere = await startPlainServer(t, { host: '::' });
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_TLS_PORT: String(everywhere.port) });
  const odd: string[] = [];
  for (const address of addressRecords) {
    stage.records.splice(0, stage.records.length, aliased, ...pointsTo(address));
    const { status, cname } = await stage.watch.observe(VERIFIED);
    if (status !== 'UNREACHABLE' || cname !== SITE) odd.push(`${address}: ${status}, ${cname}`);
  }
  return { forms: addressRecords.length, reached: everywhere.connections, odd };
}

/** A name with an allowed address the first time and an inner one from then on: the one that was checked is connected to. */
export async function rebind(t: Cleanup): Promise<Outbound> {
  const allowed = await startTlsServer(t, certificateFor(NAME), { host: '127.0.0.2' });
  const inside = await startTlsServer(t, certificateFor(NAME), { host: '127.0.0.3', port: allowed.port });
  const stage = await setStage(t, await openSqlite(t), {
    ...{ HUSHLINK_DOMAINS_TLS_PORT: String(allowed.port), HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '127.0.0.2' },
  });
  let asked = 0;
  stage.responder.respond = (question) => {
    if (question.type === 'CNAME' && question.name === NAME) return replyTo(question, [aliased]);
    if (question.type !== 'A' || question.name !== SITE) return replyTo(question, []);
    asked += 1;
    return replyTo(question, [{ name: SITE, type: 'A', data: asked === 1 ? '127.0.0.2' : '127.0.0.3' }]);
  };
  const odd: string[] = [];
  for (const [look, expected] of ['ACTIVE_SSL', 'UNREACHABLE'].entries()) {
    const { status } = await stage.watch.observe(VERIFIED);
    const isExpected = status === expected && asked === look + 1 && allowed.connections === 1;
    if (!isExpected) odd.push(`look ${look + 1}: ${status}, ${asked} questions, ${allowed.connections} connections`);
  }
  return { forms: 2, reached: inside.connections, odd };
}
