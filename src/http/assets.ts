import { extname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Resources } from '#src/resources.ts';
import type { PageAssets } from '#views/page-assets.ts';
import { type Coding, etagIn, etagOf, isNamedBy } from './kept-answer.ts';

/** What the pages link to, and what serves it. */
export interface Assets {
  readonly page: PageAssets;
  /** To be mounted at the address of the folder; passes on what it does not have. */
  readonly handler: RequestHandler;
}

interface Served {
  readonly type: string;
  readonly cacheControl: string;
  /** Of the content as it is; `etagIn` names it compressed. */
  readonly etag: string;
  readonly content: Buffer;
  readonly compressed: Readonly<Partial<Record<Coding, Buffer>>>;
}

const CODINGS = ['br', 'gzip'] as const;
const FOLDER = 'static';
const MANIFEST = `${FOLDER}/build/manifest.json`;
/** Sources of what stands in build/, not for browsers. */
const SOURCES = 'css/';
/** 'build/mount-ABCD1234.js', and the chunk 'build/ABCD1234.js'. */
const HASHED = /^build\/(?:[\w-]+-)?[0-9A-Z]{8}\.\w+$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads the static files into memory. Throws when they were not built. */
export function createAssets(resources: Resources): Assets {
  const files = readServed(resources);
  return {
    page: readManifest(resources),
    handler(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      const file = files.get(request.path.slice(1));
      if (!file) return next();
      send(request, response, file);
    },
  };
}

function readManifest(resources: Resources): PageAssets {
  try {
    return JSON.parse(resources.text(MANIFEST));
  } catch (cause) {
    throw new Error(`${MANIFEST} cannot be read; hint: npm run build makes it`, { cause });
  }
}

function readServed(resources: Resources): ReadonlyMap<string, Served> {
  const present = new Set(resources.list(FOLDER));
  return new Map(servedNames(resources).map((name) => [name, readFile(resources, name, present)]));
}

/** What browsers can ask for, by path from the folder, sorted; compressed copies are not named by themselves. */
export function servedNames(resources: Resources): readonly string[] {
  return resources.list(FOLDER).filter((name) => !name.startsWith(SOURCES) && extname(name) in TYPES);
}

function readFile(resources: Resources, name: string, present: ReadonlySet<string>): Served {
  const bytesOf = (file: string) => resources.bytes(`${FOLDER}/${file}`);
  const content = bytesOf(name);
  const beside = (suffix: string) => (present.has(name + suffix) ? bytesOf(name + suffix) : null);
  const [brotli, gzipped] = [beside('.br'), beside('.gz')];
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: HASHED.test(name) ? IMMUTABLE : REVALIDATED,
    etag: etagOf(content),
    content,
    compressed: { ...(brotli && { br: brotli }), ...(gzipped && { gzip: gzipped }) },
  };
}

function send(request: Request, response: Response, file: Served): void {
  const coding = chooseCoding(request, file);
  response.set({
    'Content-Type': file.type,
    'Cache-Control': file.cacheControl,
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: coding === null ? file.etag : etagIn(coding, file.etag),
  });
  if (isNamedBy(request, [file.etag, ...CODINGS.map((one) => etagIn(one, file.etag))])) {
    return void response.status(304).end();
  }
  if (coding !== null) response.set('Content-Encoding', coding);
  const body = (coding !== null && file.compressed[coding]) || file.content;
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The smallest that the browser takes, whatever it names first. */
function chooseCoding(request: Request, { compressed }: Served): Coding | null {
  const available = CODINGS.filter((coding) => compressed[coding] !== undefined);
  return available.find((coding) => request.acceptsEncodings(coding) === coding) ?? null;
}
