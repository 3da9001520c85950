import { connect } from 'node:net';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { Answer } from '../durability/client.ts';
import { SITE_HOST } from '../features/domains/stage.ts';
import type { Cleanup } from '../support/temp.ts';
import { FORGERIES, namesForger } from './forgeries.ts';
import { pathOf } from './matrix-knocks.ts';
import { CUSTOM_DOMAIN, type FullSite, newOwner, type Owned, openCustomDomain, openFullSite } from './matrix-site.ts';
import { openForm, PASSWORD, signedIn } from './stores.ts';

export interface Poisoned {
  readonly requests: number;
  readonly mails: number;
  /** Answers and mails in which the forger's name stands, or a link to a host that is none of ours. */
  readonly traces: readonly string[];
}

/** As a proxy that believes everybody would pass them on, too: headers of any kind, and other names to be asked by. */
const CLAIMS: readonly Record<string, string>[] = [
  ...FORGERIES,
  { Host: 'evil.example' },
  { Host: `${SITE_HOST}.evil.example` },
  { Host: `${SITE_HOST}:443@evil.example` },
];
/** What our own answers and mails may name. */
const OURS = [SITE_HOST, CUSTOM_DOMAIN, 'www.w3.org'];

/** Every route of a site with everything, asked with every claim about its name, by Host and in the request line. */
export async function poisonPages(t: Cleanup): Promise<Poisoned> {
  const site = await openFullSite(t);
  await openCustomDomain(site);
  const owned = await newOwner(site);
  const patterns = [...new Set(site.routes.map(({ pattern }) => pattern)), '/nowhere'];
  const paths = patterns.filter((pattern) => pattern !== '/logout').map((pattern) => pathOf(pattern, owned));
  const traces: string[] = [];
  let requests = 0;
  const judge = (label: string, { headers, body }: Pick<Answer, 'headers' | 'body'>) => {
    requests += 1;
    const trace = traceIn(`${JSON.stringify(headers)} ${body}`, owned);
    if (trace !== null) traces.push(`${label}: ${trace}`);
  };
  for (const path of paths) {
    for (const claim of CLAIMS) {
      for (const cookie of [{}, { Cookie: owned.own.cookie }]) {
        judge(`${path} ${JSON.stringify(claim)}`, await site.client.ask(path, { headers: { ...claim, ...cookie } }));
      }
    }
    const absolute = await sendLines(site.port, `GET http://evil.example${path} HTTP/1.1`, `Host: ${SITE_HOST}`);
    judge(`absolute ${path}`, { headers: {}, body: absolute });
  }
  return { requests, mails: 0, traces };
}

/** Every mail that the forms of a site send, caused by requests with every claim. */
export async function poisonMails(t: Cleanup): Promise<Poisoned> {
  const site = await openFullSite(t, { env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'false' } });
  for (const [at, headers] of FORGERIES.entries()) await causeMails(site, `mailed${at}@example.org`, headers);
  await site.mail.postman.deliverDue();
  const { mails } = site.mailServer;
  const traces = mails.flatMap(({ raw, parsed }) => {
    const trace = traceIn(`${raw} ${parsed.text} ${parsed.html}`, null);
    return trace === null ? [] : [`a mail: ${trace}`];
  });
  return { requests: FORGERIES.length, mails: mails.length, traces };
}

/** Signing up, twice; forgetting the password; mailing a link; changing the password; details for support. */
async function causeMails(site: FullSite, address: string, headers: Record<string, string>): Promise<void> {
  const form = await openForm(site.client, '/signup');
  const signUp = () => form.post('/signup', { u: address, p: PASSWORD, agree: 'on' }, headers);
  await signUp();
  await site.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  await signUp();
  await form.post('/forgot', { u: address }, headers);
  const own = await signedIn(site.client, address);
  const recipient = `reader-of-${address}`;
  await own.post('/dashboard', { kind: 'share', secret: 'x', ttl: '3600', recipient }, headers);
  const change = { currentp: PASSWORD, newp: 'a new password', newp2: 'a new password' };
  await own.post('/account/password', change, headers);
  const support = await openForm(site.client, '/incoming');
  await support.post('/incoming', { kind: 'share', secret: 'details', ticketno: 'T-1' }, headers);
}

/** null: nothing in this text is anybody else's. */
function traceIn(text: string, owned: Owned | null): string | null {
  if (namesForger(text)) return 'the forger is named';
  const ours = [...OURS, owned?.params.domain, 'hush.example.org'];
  const links = [...text.matchAll(/https?:\\?\/\\?\/([\w.-]+\.[a-z]{2,})/g)].map(([, host = '']) => host);
  return links.find((host) => !ours.includes(host)) ?? null;
}

/** Sends a request byte for byte. */
function sendLines(port: number, ...lines: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('end', () => {
      socket.destroy();
      resolve(Buffer.concat(chunks));
    });
  });
}
