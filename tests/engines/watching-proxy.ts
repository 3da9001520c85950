import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../support/listening.ts';
import type { Cleanup } from '../support/temp.ts';
import { askWhole, headOf } from '../support/whole-answers.ts';

export interface WatchingProxy {
  readonly url: string;
  /** Everything that pages must not do and did, each in one line. */
  readonly troubles: readonly string[];
}

const SCRIPT = '/watching.js';
const TOLD = '/watched';

/** Runs in the page before its own scripts, and tells at once: the next moment may have another page. */
function watch(told: string): void {
  const tell = (trouble: string) => {
    const request = new XMLHttpRequest();
    request.open('POST', told, false);
    request.send(trouble);
  };
  const nameOf = (target: EventTarget | null) => (target instanceof Element ? target.outerHTML : 'the page');
  addEventListener('error', ({ message, target }) => tell(`error: ${message ?? nameOf(target)}`), true);
  addEventListener('unhandledrejection', ({ reason }) => tell(`error: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`content security policy: ${violatedDirective} ${blockedURI}`),
  );
  console.error = (...said) => tell(`console: ${said.join(' ')}`);
}

/**
 * For a browser that does not tell its driver what goes wrong in a page: hands each page on with one script more, which
 * does. What leaves for another host is a breach of the policy, and so told too.
 */
export async function startWatchingProxy(t: Cleanup, port: number): Promise<WatchingProxy> {
  const troubles: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === SCRIPT) return giveScript(outgoing);
    if (incoming.url !== TOLD) return handOn(port, incoming, outgoing);
    troubles.push(await text(incoming));
    outgoing.end();
  });
  return { url: `http://localhost:${await listening(t, server)}`, troubles };
}

function giveScript(outgoing: ServerResponse): void {
  outgoing.setHeader('content-type', 'text/javascript').end(`(${watch})(${JSON.stringify(TOLD)})`);
}

async function handOn(port: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  delete incoming.headers['accept-encoding'];
  const { status, headers, body: given } = await askWhole(port, incoming);
  const isPage = headers['content-type']?.startsWith('text/html') === true;
  const body = isPage ? Buffer.from(watched(String(given))) : given;
  outgoing.writeHead(status, headOf({ headers, body })).end(body);
}

function watched(page: string): string {
  return page.replace('<head>', `<head><script src="${SCRIPT}"></script>`);
}
