import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, type ChildEnd, startChild } from '../support/children.ts';
import { needProgram } from '../support/programs.ts';
import type { Cleanup } from '../support/temp.ts';
import { asRoot, removeAsRoot, runAsRoot } from './as-root.ts';
import type { BuiltImage } from './image.ts';

export interface ContainerOptions {
  /** In place of the image's own: a uid, or uid:gid. */
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the image's command. */
  readonly args?: readonly string[];
  /** Folders of this machine by their place in the container. */
  readonly mounts?: readonly Mount[];
}

export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly isReadOnly?: boolean;
}

export interface Container {
  readonly child: Child;
  /** Of the process that is number 1 in there, as this machine counts. */
  pid(): Promise<number>;
  signal(name: 'TERM' | 'INT'): Promise<void>;
}

/**
 * Runs the image as an engine would that was asked for all its restraints: files read-only, a user without any
 * capability who can get none, processes of its own, and writable what is mounted and nothing else. The network alone is
 * this machine's.
 */
function startContainer(image: BuiltImage, options: ContainerOptions = {}): Container {
  const { uid, gid } = userOf(options.user ?? image.config.User);
  const [program, args] = asRoot([
    ...[needProgram('setpriv'), `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...[needProgram('bubblewrap'), '--unshare-all', '--share-net', '--unshare-user', '--uid', uid, '--gid', gid],
    ...['--as-pid-1', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--ro-bind', image.root, '/', '--proc', '/proc', '--dev', '/dev', '--chdir', image.config.WorkingDir],
    ...(options.mounts ?? []).flatMap(({ from, to, isReadOnly }) => [isReadOnly ? '--ro-bind' : '--bind', from, to]),
    ...['--clearenv', ...environmentOf(image, options.env ?? {})],
    ...['--', ...image.config.Entrypoint, ...(options.args ?? image.config.Cmd)],
  ]);
  const child = startChild(program, args);
  const pid = () => firstProcessBelow(child.pid);
  return { child, pid, signal: async (name) => void runAsRoot(['kill', `-${name}`, String(await pid())]) };
}

/** A server that is ready; ended with the test, if the test has not stopped it. */
export async function startServing(t: Cleanup, image: BuiltImage, options: ContainerOptions): Promise<Container> {
  const container = startContainer(image, options);
  t.after(() => container.child.kill('SIGKILL'));
  await container.child.waitFor(/Hushlink is ready at/, 60_000);
  return container;
}

/** The same, run to its end. */
export function runContainer(image: BuiltImage, options: ContainerOptions = {}): Promise<ChildEnd> {
  return startContainer(image, options).child.ended;
}

/** The health check as the image asks for it, in a container like the one it looks at. */
export function checkHealth(image: BuiltImage, options: ContainerOptions): Promise<ChildEnd> {
  const [kind, program, ...args] = image.config.Healthcheck.Test;
  if (kind !== 'CMD' || program !== image.config.Entrypoint[0]) throw new Error('not a health check by the executable');
  return runContainer(image, { ...options, args });
}

/** A new volume: it takes owner and mode from the place in the image where it will be. */
export function newVolume(image: BuiltImage, to = '/data'): Mount {
  const { uid, gid, mode } = statSync(join(image.root, to));
  return newFolder(to, `${uid}:${gid}`, mode & 0o7777);
}

/** A folder of the machine as its operator has made it. */
export function newFolder(to: string, owner: string, mode: number): Mount {
  const from = mkdtempSync(join(tmpdir(), 'hushlink-volume-'));
  after(() => removeAsRoot(from));
  chmodSync(from, mode);
  runAsRoot(['chown', owner, from]);
  return { from, to };
}

/** As engines read it: who is in no list of users is of group 0. */
function userOf(text: string): { readonly uid: string; readonly gid: string } {
  const [uid = '', gid = '0'] = text.split(':');
  return { uid, gid };
}

function environmentOf({ config }: BuiltImage, added: Readonly<Record<string, string>>): string[] {
  const own = config.Env.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
  const all: Record<string, string> = { ...Object.fromEntries(own), ...added };
  return Object.entries(all).flatMap(([name, value]) => ['--setenv', name, value]);
}

/** Waits for it: what makes a container needs a moment. */
async function firstProcessBelow(ancestor: number): Promise<number> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const below = descendantsOf(ancestor).find((pid) => /^NSpid:\s.*\s1$/m.test(statusOf(pid)));
    if (below !== undefined) return below;
    await pause(20);
  }
  throw new Error('no process has become the first of a container');
}

export function descendantsOf(ancestor: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids
    .filter((pid) => new RegExp(`^PPid:\\s${ancestor}$`, 'm').test(statusOf(Number(pid))))
    .map(Number);
  return children.flatMap((pid) => [pid, ...descendantsOf(pid)]);
}

/** '' for one that has ended meanwhile. */
export function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
