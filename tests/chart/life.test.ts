import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCli } from '../cli/run-cli.ts';
import { sampleSecret } from '../config/load-sample.ts';
import { freePort } from '../support/free-port.ts';
import { METRICS, metricOf } from '../support/metric-names.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { podOf } from './pod-security.ts';
import { type Manifest, manifestsIn, renderChart } from './render.ts';
import { type Container, containerIn } from './started.ts';

// A server as the kubelet would start it: with the variables and files of the rendered pod, and nothing else.

const values = {
  config: { site: { host: 'secrets.example.com' }, listen: { drain_delay: 0 } },
  secrets: { siteSecret: { value: sampleSecret }, incomingPassphrase: { value: 'barnacle' } },
};

// Not in `before`: what is asked for there to happen after, happens when `before` ends.
const folder = temporaryFolder({ after });
let manifests: readonly Manifest[];
let server: TestServer;
let internalPort: number;

before(async () => {
  manifests = manifestsIn(await renderChart(values));
  internalPort = await freePort();
  const port = await freePort();
  const ports = {
    ...{ HUSHLINK_LISTEN_HOST: '127.0.0.1', HUSHLINK_LISTEN_PORT: String(port) },
    ...{ HUSHLINK_LISTEN_INTERNAL_HOST: '127.0.0.1', HUSHLINK_LISTEN_INTERNAL_PORT: String(internalPort) },
  };
  server = await startServer({ folder, port, env: { ...mounted(containerIn(manifests), folder), ...ports } });
});
after(() => server.stop());

/** Its files below a folder; the variables, with the paths as they are there. */
function mounted({ env, files }: Container, folder: string): Record<string, string> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? join(folder, value) : value]),
  );
}

const ofKind = (kind: string) => manifests.find((one) => one.kind === kind)!;

test('the probes of the pod are answered', async () => {
  const [container] = podOf(ofKind('StatefulSet')).containers;
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { status } = await fetch(new URL(container[probe].httpGet.path, server.url));
    assert.deepEqual([probe, status], [probe, 200]);
  }
});

test('the test of the release passes', async () => {
  const [command, , ...options] = podOf(ofKind('Pod')).containers[0].args;
  const end = await runCli([command, server.url, ...options]);
  assert.deepEqual([end.code, end.stdout], [0, 'passed\n']);
});

test('the server tells all that rules and dashboard ask for, with these labels', async () => {
  await fetch(server.url);
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  const told = new Map<string, Set<string>>();
  for (const [, series = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const names = [...labels.matchAll(/([a-z_]+)="/g)].map(([, name = '']) => name).filter((name) => name !== 'le');
    told.set(metricOf(series), new Set(names));
  }
  for (const [name, labels] of Object.entries(METRICS))
    assert.deepEqual([name, told.get(name)], [name, new Set(labels)]);
});

test('nothing is said against variables or configuration', () => {
  assert.doesNotMatch(server.output(), /"warning"|is not a variable/);
});
