import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { needProgram } from '../support/programs.ts';

export const chart = resolve(import.meta.dirname, '../../helm/hushlink');

/** Something for Kubernetes, as it is read from YAML. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is for the schemas to say
  readonly [name: string]: any;
}

export interface HelmEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const helm = needProgram('helm');
const mostAtOnce = 2;
const waiting: (() => void)[] = [];
let running = 0;

/** Runs helm, with these values where it wants some by `--values -`. */
export async function runHelm(args: readonly string[], values: object = {}): Promise<HelmEnd> {
  if (running >= mostAtOnce) await new Promise<void>((start) => waiting.push(start));
  running += 1;
  try {
    return await endOf(args, JSON.stringify(values));
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function endOf(args: readonly string[], input: string): Promise<HelmEnd> {
  const child = spawn(helm, args, { env: { HOME: '/nonexistent' }, stdio: 'pipe' });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray());
  child.stdin.end(input);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', async (code) =>
      done({ code, stdout: (await stdout)!.join(''), stderr: (await stderr)!.join('') }),
    );
  });
}

const rendered = new Map<string, Promise<string>>();

/** All manifests of the release 'hush' in the namespace 'vault', as text. The same values are rendered once. */
export function renderChart(values: object): Promise<string> {
  const key = JSON.stringify(values);
  const text = rendered.get(key) ?? renderAnew(values);
  rendered.set(key, text);
  return text;
}

async function renderAnew(values: object): Promise<string> {
  const { code, stdout, stderr } = await template(values);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** What helm says to values that are wrong. */
export async function refusalOf(values: object): Promise<string> {
  const { code, stderr } = await template(values);
  if (code === 0) throw new Error('the chart took these values');
  return stderr;
}

/** What people read after an installation, with what they have said by `--set`. */
export async function notesFor(values: object, set: readonly string[] = []): Promise<string> {
  const args = ['install', 'hush', chart, '--namespace', 'vault', '--dry-run=client', '--values', '-'];
  const { stdout } = await runHelm([...args, ...set.flatMap((one) => ['--set', one])], values);
  return stdout.split('\nNOTES:\n')[1] ?? '';
}

/** How helm ends with these values, whether it takes them or not. */
export function template(values: object): Promise<HelmEnd> {
  return runHelm(['template', 'hush', chart, '--namespace', 'vault', '--values', '-'], values);
}

export function manifestsIn(text: string): readonly Manifest[] {
  // As the cluster reads it: 0440 would be another number in YAML 1.2.
  return parseAllDocuments(text, { version: '1.1' }).flatMap((document) => document.toJS() ?? []);
}

/** The only manifest of a kind, perhaps among several of that kind by the end of its name. */
export async function manifest(values: object, kind: string, suffix = 'hush-hushlink'): Promise<Manifest> {
  const found = (await manifests(values, kind)).filter(({ metadata }) => metadata.name.endsWith(suffix));
  if (found.length !== 1) throw new Error(`${found.length} of ${kind} …${suffix}`);
  return found[0]!;
}

export async function manifests(values: object, kind: string): Promise<readonly Manifest[]> {
  return manifestsIn(await renderChart(values)).filter((one) => one.kind === kind);
}
