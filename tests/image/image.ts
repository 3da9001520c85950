import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { removeAsRoot } from './as-root.ts';
import { buildImage, builtImageVariable } from './build-image.ts';

/** What an engine reads of an image before it runs it. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly StopSignal: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[]; readonly Interval: number; readonly Timeout: number };
}

export interface ImageFile {
  /** From the root of the image, without '/' at its end. */
  readonly path: string;
  /** As ls writes it: -rwxr-xr-x. */
  readonly mode: string;
  /** uid/gid */
  readonly owner: string;
  readonly modifiedSeconds: number;
}

export interface BuiltImage {
  /** Its files, unpacked. */
  readonly root: string;
  readonly config: ImageConfig;
  readonly files: readonly ImageFile[];
  /** As a registry hands them out. */
  readonly compressedBytes: number;
  /** Everything that is said about the image, and what the build said. */
  readonly words: string;
}

/** The image of this repository, built here unless it has been already. */
export function openImage(): BuiltImage {
  const built = process.env[builtImageVariable];
  const folder = built ?? buildImage();
  if (built === undefined) after(() => removeAsRoot(folder));
  const blob = (digest: string) => join(folder, 'image', digest.replace('sha256:', ''));
  const { config, layers } = JSON.parse(readFileSync(join(folder, 'image/manifest.json'), 'utf8'));
  const paths: string[] = layers.map(({ digest }: { digest: string }) => blob(digest));
  const about = readFileSync(blob(config.digest), 'utf8');
  return {
    root: join(folder, 'root'),
    config: JSON.parse(about).config,
    files: paths.flatMap(filesIn),
    compressedBytes: paths.reduce((sum, path) => sum + statSync(path).size, 0),
    words: about + readFileSync(join(folder, 'log'), 'utf8'),
  };
}

function filesIn(layer: string): ImageFile[] {
  const format = ['--numeric-owner', '--full-time', '--utc'];
  const lines = execFileSync('tar', ['-tvzf', layer, ...format], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [mode = '', owner = '', , day, time, path = ''] = line.split(/\s+/);
    return { path: path.replace(/\/$/, ''), mode, owner, modifiedSeconds: Date.parse(`${day}T${time}Z`) / 1000 };
  });
}
