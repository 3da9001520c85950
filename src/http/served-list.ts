import { createHash } from 'node:crypto';
import type { Resources } from '#src/resources.ts';
import { servedNames } from './assets.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Where the build leaves the list. No browser can ask for it: whoever compares has a list of their own. */
export const SERVED_LIST = 'static/build/served.json';

/** What a release serves to browsers beside its pages, and under which policy the pages stand. */
export interface ServedList {
  readonly version: string;
  readonly contentSecurityPolicy: string;
  /** By path, sorted. */
  readonly files: readonly ServedFile[];
}

export interface ServedFile {
  /** The address on the site. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the file as a browser has it, in whatever coding it came; in hexadecimal digits. */
  readonly sha256: string;
}

/** Of the static files as they are. */
export function listServed(resources: Resources, version: string): ServedList {
  const files = servedNames(resources).map((name) => {
    const bytes = resources.bytes(`static/${name}`);
    return { path: `/static/${name}`, sizeBytes: bytes.length, sha256: sha256Of(bytes) };
  });
  return { version, contentSecurityPolicy: contentSecurityPolicy(), files };
}

/** As the build has written it. Throws where it was not built. */
export function readServedList(resources: Resources): ServedList {
  return JSON.parse(resources.text(SERVED_LIST));
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
