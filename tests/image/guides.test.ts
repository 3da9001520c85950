import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { configOf } from '../config/load-sample.ts';
import { freePort } from '../support/free-port.ts';
import { type Container, type ContainerOptions, newVolume, runContainer, startServing } from './container.ts';
import { commandsIn, type RunLine, readRunLine } from './docker-lines.ts';
import { openImage } from './image.ts';

const image = openImage();
const root = resolve(import.meta.dirname, '../..');

/** What the commands of a guide have left behind so far. */
interface Stage {
  readonly t: TestContext;
  /** In the place of the guide's. */
  readonly port: string;
  readonly running: Map<string, { readonly container: Container; readonly options: ContainerOptions }>;
  /** Folders by the names of volumes. */
  readonly volumes: Map<string, string>;
}

for (const guide of ['README.md', 'docs/operations.md']) {
  test(`every docker command of ${guide} does what it says`, async (t) => {
    const lines = commandsIn(readFileSync(join(root, guide), 'utf8')).filter((line) => line.startsWith('docker '));
    assert.ok(lines.some((line) => line.startsWith('docker run ')));
    const stage: Stage = { t, port: String(await freePort()), running: new Map(), volumes: new Map() };
    for (const line of lines) await run(line, stage);
    for (const name of stage.running.keys()) await stop(name, stage);
  });
}

function run(line: string, stage: Stage): void | Promise<void> {
  const [, command, name = '', ...words] = line.split(' ');
  if (command === 'run') return start(readRunLine(line), stage);
  if (command === 'exec') return execute(name, words, stage);
  if (command === 'stop') return stop(name, stage);
  // The build of this suite, but for the names of images and the values.
  assert.match(
    line,
    /^docker build --tag hushlink( --secret id=npmrc,src=\S+)?( --build-arg [A-Z_]+=(\S+|\$\(.+?\)))* \.$/,
  );
}

async function start(line: RunLine, { t, port, running, volumes }: Stage): Promise<void> {
  assert.deepEqual([line.image, line.ports, line.isRestrained], ['hushlink', ['127.0.0.1:3000:3000'], true]);
  assert.ok(line.stopTimeoutSeconds * 1000 > configOf().listen.drainMs, 'it would be killed before the drain is over');
  const mounts = line.volumes.map((volume) => {
    const [name = '', to = ''] = volume.split(':');
    const from = volumes.get(name) ?? newVolume(image, to).from;
    volumes.set(name, from);
    return { from, to };
  });
  const options = { ...(line.user !== undefined && { user: line.user }), mounts, env: { PORT: port } };
  const container = await startServing(t, image, options);
  running.set(line.name, { container, options });
}

async function execute(name: string, [program, ...words]: readonly string[], { port, running }: Stage): Promise<void> {
  const { options } = running.get(name) ?? assert.fail(`${name} does not run`);
  assert.deepEqual([program], image.config.Entrypoint);
  const args = words.map((word) => word.replace('localhost:3000', `localhost:${port}`));
  const end = await runContainer(image, { ...options, args });
  assert.equal(end.code, 0, end.stderr);
}

async function stop(name: string, { running }: Stage): Promise<void> {
  const { container } = running.get(name) ?? assert.fail(`${name} does not run`);
  await container.signal('TERM');
  assert.equal((await container.child.ended).code, 0);
  running.delete(name);
}
