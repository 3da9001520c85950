import { get } from 'node:http';
import {
  MAX_HTML_BYTES,
  MAX_SCRIPT_BYTES,
  MAX_STYLE_BYTES,
  MAX_WORKSPACE_SCRIPT_BYTES,
} from '../../tests/weight/budgets.ts';
import type { Engine } from '../rows/stage.ts';

/** Bytes of bodies on the wire, and the most that they may be; null where nothing is promised. */
export interface Weighed {
  readonly bytes: number;
  readonly mostBytes: number | null;
}

/** What a first visit to a page loads. */
export interface PageWeight {
  readonly name: string;
  readonly html: Weighed;
  readonly style: Weighed;
  readonly script: Weighed;
}

/** Weighs the pages that most people see, compressed as a browser gets them. */
export async function weighPages({ site, me, waitingKeys }: Engine): Promise<PageWeight[]> {
  const cookie = me.cookie.slice('Cookie: '.length);
  const pages: readonly Page[] = [
    { ...VISITED, name: 'home', path: '/' },
    { ...VISITED, name: 'secret page', path: `/secret/${waitingKeys[0]}` },
    // Of somebody with a hundred recent secrets: as long as there is something to list.
    { name: 'dashboard', path: '/dashboard', cookie, mostHtml: null, mostScript: MAX_WORKSPACE_SCRIPT_BYTES },
  ];
  return Promise.all(pages.map((page) => weigh(site.port, page)));
}

interface Page {
  readonly name: string;
  readonly path: string;
  /** Empty for nobody's. */
  readonly cookie: string;
  readonly mostHtml: number | null;
  readonly mostScript: number;
}

const VISITED = { cookie: '', mostHtml: MAX_HTML_BYTES, mostScript: MAX_SCRIPT_BYTES };
const COMPRESSED = { 'accept-encoding': 'br, gzip' };

async function weigh(port: number, { name, path, cookie, mostHtml, mostScript }: Page): Promise<PageWeight> {
  const html = await load(port, path, { cookie });
  const compressed = await load(port, path, { ...COMPRESSED, cookie });
  const sum = async (extension: string) => {
    const files = assetsIn(html.toString(), extension);
    const bodies = await Promise.all(files.map((file) => load(port, file, COMPRESSED)));
    return bodies.reduce((total, body) => total + body.length, 0);
  };
  return {
    name,
    html: { bytes: compressed.length, mostBytes: mostHtml },
    style: { bytes: await sum('.css'), mostBytes: MAX_STYLE_BYTES },
    script: { bytes: await sum('.js'), mostBytes: mostScript },
  };
}

/** The files of a kind that a document names, each once. */
export function assetsIn(html: string, extension: string): string[] {
  const named = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, path = '']) => path);
  return [...new Set(named)].filter((path) => path.endsWith(extension));
}

/** As it comes: fetch would have uncompressed it. */
function load(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asking = get({ host: '127.0.0.1', port, path, headers: { ...headers, host: 'localhost' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${path} answered ${answer.statusCode}`));
      });
    });
    asking.once('error', reject);
  });
}
