import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from './children.ts';
import { isAnswering } from './dns-message.ts';
import { freePort } from './free-port.ts';
import { needProgram } from './programs.ts';

/** Zones by their names, each the records of a zone file without the SOA and the NS record. */
export type Zones = Readonly<Record<string, string>>;

export interface DnsServer {
  /** As HUSHLINK_DOMAINS_RESOLVERS takes it. */
  readonly address: string;
  /** Answers with these zones, and nothing else, from now on. */
  serve(zones: Zones): Promise<void>;
  stop(): Promise<void>;
}

const MAX_STARTS = 5;
const MAX_LOOKS = 1200;
const LOOK_PAUSE_MS = 50;

/** A DNS server (NSD) of our own on loopback, ready when this returns. Ends with the test's process. */
export async function startDnsServer(zones: Zones): Promise<DnsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hushlink-nsd-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  let { child, port } = await startOnFreePort(folder, zones);
  return {
    address: `127.0.0.1:${port}`,
    serve: async (changed) => {
      await child.kill();
      child = await startProcess(folder, port, changed);
    },
    stop: async () => {
      await child.kill();
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
}

/** Between finding a free port and listening on it another process may have taken it. */
async function startOnFreePort(folder: string, zones: Zones): Promise<{ child: Child; port: number }> {
  for (let starts = 1; ; starts += 1) {
    const port = await freePort();
    try {
      return { child: await startProcess(folder, port, zones), port };
    } catch (error) {
      if (starts === MAX_STARTS) throw error;
    }
  }
}

async function startProcess(folder: string, port: number, zones: Zones): Promise<Child> {
  for (const [name, records] of Object.entries(zones)) writeFileSync(join(folder, `${name}.zone`), zoneFile(records));
  const config = join(folder, 'nsd.conf');
  writeFileSync(config, settings(folder, port, Object.keys(zones)));
  const child = startChild(needProgram('nsd'), ['-d', '-c', config]);
  const ended = child.ended.then(() => true);
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    if (await isAnswering(port)) {
      child.background();
      return child;
    }
    if (await Promise.race([ended, pause(LOOK_PAUSE_MS, false)])) break;
  }
  await child.kill('SIGKILL');
  throw new Error(`nsd does not answer on port ${port}\n${child.output()}`);
}

function zoneFile(records: string): string {
  return `$TTL 0\n@ IN SOA ns.invalid. mail.invalid. 1 60 60 60 0\n@ IN NS ns.invalid.\n${records}\n`;
}

function settings(folder: string, port: number, zones: readonly string[]): string {
  return `server:
  ip-address: 127.0.0.1@${port}
  zonesdir: "${folder}"
  pidfile: "${folder}/nsd.pid"
  xfrdfile: "${folder}/xfrd.state"
  zonelistfile: "${folder}/zone.list"
  database: ""
  username: ""
  server-count: 1
  verbosity: 0
remote-control:
  control-enable: no
${zones.map((name) => `zone:\n  name: "${name}"\n  zonefile: "${name}.zone"`).join('\n')}
`;
}
