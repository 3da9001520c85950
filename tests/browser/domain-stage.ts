import { after } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { DnsRecord } from '../support/dns-message.ts';
import { fromTable, startDnsResponder } from '../support/dns-responder.ts';
import { freePort } from '../support/free-port.ts';
import { openPeopleStage, type PeopleStage } from './people-stage.ts';
import { fill, open, press, pressAndGo, see } from './screens.ts';

export const CLUSTER = { host: 'edge.hush.example.org', ip: '192.0.2.44' } as const;

export interface DomainStage extends PeopleStage {
  /** What DNS says, from now on. */
  readonly records: DnsRecord[];
  /** Writes what the steps on this page ask for. */
  pointHere(page: Page, name: string): Promise<void>;
  /** As if half a minute, and the second that pages do not see, had gone by since the last change of any domain. */
  letHalfAMinutePass(): void;
  /** Adds a domain with the page's own form; ends on its steps. */
  add(page: Page, name: string): Promise<void>;
  /** The same, and its records, and a check: links work there afterwards. */
  addWorking(page: Page, name: string): Promise<void>;
}

/** The stage with custom domains. Below example.net every name leads the browser to the server. */
export async function openDomainStage(env: Readonly<Record<string, string>> = {}): Promise<DomainStage> {
  const records: DnsRecord[] = [{ name: CLUSTER.host, type: 'A', data: CLUSTER.ip }];
  const dns = await startDnsResponder(
    { after },
    fromTable(() => records),
  );
  const port = await freePort();
  const stage = await openPeopleStage(
    {
      ...{ HUSHLINK_SITE_HOST: `localhost:${port}`, HUSHLINK_SITE_SCHEME: 'http', HUSHLINK_DOMAINS_ENABLED: 'true' },
      ...{ HUSHLINK_DOMAINS_CLUSTER_HOST: CLUSTER.host, HUSHLINK_DOMAINS_CLUSTER_IP: CLUSTER.ip },
      HUSHLINK_DOMAINS_RESOLVERS: dns.address,
      ...env,
    },
    { port, flags: ['--host-resolver-rules=MAP *.example.net 127.0.0.1'] },
  );
  const { url } = stage.server;

  async function pointHere(page: Page, name: string): Promise<void> {
    const [, proof = ''] = await page.$$eval('.steps dd.mono', ([, host, value]) =>
      [host, value].map((field) => field?.textContent ?? ''),
    );
    records.push({ name: `_hush-challenge.${name}`, type: 'TXT', data: [proof] });
    records.push({ name, type: 'CNAME', data: CLUSTER.host });
  }

  const letHalfAMinutePass = () => stage.alter('UPDATE domain SET updated_at_ms = updated_at_ms - 31000');

  async function add(page: Page, name: string): Promise<void> {
    await open(page, `${url}/account/domains/add`);
    await fill(page, '#domain', name);
    await press(page, 'Continue');
    await see(page, 'Domain Verification Steps');
  }

  return {
    ...{ ...stage, records, pointHere, letHalfAMinutePass, add },
    addWorking: async (page, name) => {
      await add(page, name);
      await pointHere(page, name);
      letHalfAMinutePass();
      await open(page, page.url());
      await press(page, 'Verify');
      await see(page, 'Domain verification initiated successfully.');
    },
  };
}

/** Without script: the forms lead to pages. */
export async function sendDomain(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/account/domains/add`);
  await fill(page, '#domain', name);
  await pressAndGo(page, 'Continue');
}
