import { createServer, type IncomingMessage, request } from 'node:http';
import { createServer as createTlsServer, request as requestOverTls } from 'node:https';
import type { Answer } from '../durability/client.ts';
import { SITE_HOST } from '../features/domains/stage.ts';
import { makeCertificate } from '../support/certificate.ts';
import { listening } from '../support/listening.ts';
import type { Cleanup } from '../support/temp.ts';
import { pathOf } from './matrix-knocks.ts';
import { COLONEL, type FullSite, newOwner, openCustomDomain, openFullSite } from './matrix-site.ts';
import { type Grade, gradeOf } from './observatory.ts';
import { signedIn } from './stores.ts';

export interface ObservedPage extends Grade {
  /** 'GET /signin 200, anybody'. */
  readonly label: string;
}

/** Every page of every route as anybody, a customer and who is in charge see it, over TLS as behind examples/proxies. */
export async function observePages(t: Cleanup): Promise<readonly ObservedPage[]> {
  const site = await openFullSite(t);
  await openCustomDomain(site);
  const edge = await openEdge(t, site);
  const owned = await newOwner(site);
  const askers = {
    anybody: {},
    'a customer': { Cookie: owned.own.cookie },
    'in charge': { Cookie: (await signedIn(site.client, COLONEL)).cookie },
  };
  const patterns = site.routes.filter(({ methods }) => methods.includes('get')).map(({ pattern }) => pattern);
  // Leaving ends the sessions that are needed here.
  const shown = [...new Set(patterns), '/nowhere'].filter((pattern) => pattern !== '/logout');
  const pages: ObservedPage[] = [];
  for (const pattern of shown) {
    const path = pathOf(pattern, owned);
    for (const [who, headers] of Object.entries(askers)) {
      const answer = await edge.askEncrypted(path, headers);
      if (!String(answer.headers['content-type']).startsWith('text/html') || isRedirect(answer)) continue;
      const plain = await edge.askPlain(path);
      const { headers: crossOrigin } = await edge.askEncrypted(path, { ...headers, Origin: 'https://evil.example' });
      const overHttp = { status: plain.status, location: String(plain.headers.location) };
      const url = new URL(`https://${SITE_HOST}${path}`);
      const grade = gradeOf({ url, headers: answer.headers, html: answer.body.toString(), overHttp, crossOrigin });
      pages.push({ ...grade, label: `GET ${pattern} ${answer.status}, ${who}` });
    }
  }
  return pages;
}

function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

type Asking = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** What ends TLS and leads plain http to it, as the proxies of examples/proxies do. */
async function openEdge(t: Cleanup, site: FullSite): Promise<{ askEncrypted: Asking; askPlain: Asking }> {
  const certificate = makeCertificate({ names: [SITE_HOST] });
  const tls = createTlsServer(certificate, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: site.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  const plain = createServer(({ headers, url }, outgoing) => {
    outgoing.writeHead(308, { Location: `https://${headers.host}${url}` }).end();
  });
  const [tlsPort, plainPort] = [await listening(t, tls), await listening(t, plain)];
  const where = { host: '127.0.0.1', servername: SITE_HOST, ca: certificate.cert };
  return {
    askEncrypted: (path, headers = {}) =>
      read((done) =>
        requestOverTls({ ...where, port: tlsPort, path, headers: { Host: SITE_HOST, ...headers } }, done).end(),
      ),
    askPlain: (path) =>
      read((done) => request({ host: '127.0.0.1', port: plainPort, path, headers: { Host: SITE_HOST } }, done).end()),
  };
}

function read(ask: (done: (incoming: IncomingMessage) => void) => NodeJS.EventEmitter): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = ask(async (incoming) => {
      const body = Buffer.concat(await incoming.toArray());
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
    });
    asked.once('error', reject);
  });
}
