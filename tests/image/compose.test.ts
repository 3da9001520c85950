import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { configOf, loaded, sampleSecret } from '../config/load-sample.ts';
import { runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { needProgram } from '../support/programs.ts';
import { askRedis } from '../support/redis-ask.ts';
import { temporaryFolder } from '../support/temp.ts';
import { checkHealth, newVolume, runContainer, startServing } from './container.ts';
import { openImage } from './image.ts';

const root = resolve(import.meta.dirname, '../..');
const files = ['compose.yaml', 'examples/compose/redis.yaml'];
const image = openImage();

const seconds = z
  .string()
  .regex(/^\d+s$/)
  .transform((text) => Number(text.slice(0, -1)));

/** Of what a compose file may say, what ours do; what is not optional is what each service must have. */
const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  command: z.string().optional(),
  user: z.string().optional(),
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()),
  volumes: z.array(z.string().regex(/^[a-z]+:\/data$/)).default([]),
  tmpfs: z.array(z.string()).optional(),
  networks: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).default({}),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  healthcheck: z.strictObject({
    test: z.array(z.string()),
    interval: seconds,
    timeout: seconds,
    start_period: seconds,
    retries: z.number(),
  }),
  stop_grace_period: seconds,
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string().regex(/^\d+m$/), 'max-file': z.string().regex(/^\d+$/) }),
  }),
  restart: z.literal('unless-stopped'),
});

const composition = z.strictObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })).default({}),
  volumes: z.record(z.string(), z.strictObject({})),
  secrets: z.record(z.string(), z.strictObject({ file: z.string().startsWith('./secrets/') })),
});

const read = (file: string) => composition.parse(parse(readFileSync(join(root, file), 'utf8')));

for (const file of files) {
  test(`every service of ${file} is restrained, looked after, and names only what there is`, () => {
    const { services, networks, volumes, secrets } = read(file);
    for (const one of Object.values(services)) {
      for (const name of one.secrets) assert.ok(Object.hasOwn(secrets, name), name);
      for (const name of one.networks) assert.ok(Object.hasOwn(networks, name), name);
      for (const volume of one.volumes) assert.ok(Object.hasOwn(volumes, volume.split(':')[0] ?? ''), volume);
      for (const name of Object.keys(one.depends_on)) assert.ok(Object.hasOwn(services, name), name);
    }
  });

  test(`every variable of ${file} is one of ours, and every secret in it comes from a file`, () => {
    const hushlink = read(file).services.hushlink ?? assert.fail('no service is called hushlink');
    const asFile = Object.entries(hushlink.environment).filter(([name]) => name.endsWith('_FILE'));
    const [store, secret] = ['redis://:pass@redis:6379', sampleSecret];
    const secretFiles = Object.fromEntries(
      asFile.map(([name, path]) => [path, name.includes('STORE') ? store : secret]),
    );
    assert.deepEqual(loaded({ env: hushlink.environment, files: secretFiles }).warnings, []);
    const given = hushlink.secrets.map((name) => `/run/secrets/${name}`).toSorted();
    assert.deepEqual(asFile.map(([, path]) => path).toSorted(), given);
    // What stands there to be switched on must be right too.
    const text = readFileSync(join(root, file), 'utf8');
    const optional = Array.from(text.matchAll(/# (HUSHLINK_\w+): (\S+)/g), ([, name, value]) => [name, value]);
    assert.equal(optional.length, 2);
    assert.deepEqual(loaded({ env: Object.fromEntries(optional) }).warnings, []);
  });

  test(`${file} asks the executable how it is, as the image does, and waits for the drain`, () => {
    const { healthcheck, stop_grace_period } = read(file).services.hushlink ?? assert.fail();
    assert.deepEqual(healthcheck.test, image.config.Healthcheck.Test);
    assert.deepEqual(healthcheck.interval * 1e9, image.config.Healthcheck.Interval);
    assert.deepEqual(healthcheck.timeout * 1e9, image.config.Healthcheck.Timeout);
    assert.ok(stop_grace_period * 1000 > configOf().listen.drainMs);
  });

  test(`what the head of ${file} says makes secrets that the service can read, and nobody else on the machine`, async (t) => {
    const folder = await makeSecrets(t, file);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const names = Object.values(read(file).secrets).map((one) => basename(one.file));
    for (const name of names) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o444, name);
  });
}

test('with one file the service starts on the site secret of its own', async (t) => {
  const { environment } = read('compose.yaml').services.hushlink ?? assert.fail();
  const env = { ...environment, PORT: String(await freePort()) };
  const mounts = [newVolume(image), ...mountsOf(t, await makeSecrets(t, 'compose.yaml'))];
  const container = await startServing(t, image, { env, mounts });
  assert.equal((await checkHealth(image, { env, mounts })).code, 0);
  assert.deepEqual(readdirSync(mounts[0]?.from ?? '').includes('site-secret'), false);
  await container.signal('TERM');
  assert.equal((await container.child.ended).code, 0);
});

test('Redis evicts nothing, keeps what it was told, asks for the password, and the service works on it', async (t) => {
  const { redis, hushlink } = read('examples/compose/redis.yaml').services;
  const secrets = await makeSecrets(t, 'examples/compose/redis.yaml');
  const port = await freePort();
  const password = readFileSync(join(secrets, 'password'), 'utf8').trim();
  await startRedis(t, redis?.command ?? '', { secrets, port });
  const ask = (...command: string[]) => askRedis({ port, password }, ...command);
  assert.deepEqual(await ask('CONFIG', 'GET', 'maxmemory-policy'), ['maxmemory-policy', 'noeviction']);
  assert.deepEqual(await ask('CONFIG', 'GET', 'appendonly'), ['appendonly', 'yes']);
  await assert.rejects(askRedis(port, 'PING'), /NOAUTH/);

  const store = readFileSync(join(secrets, 'store'), 'utf8').replace('redis:6379', `127.0.0.1:${port}`);
  const mounts = mountsOf(t, secrets, { store });
  const env = { ...hushlink?.environment, PORT: String(await freePort()) };
  const container = await startServing(t, image, { env, mounts });
  const trial = await runContainer(image, { env, mounts, args: ['selftest', `http://localhost:${env.PORT}`] });
  assert.equal(trial.code, 0, trial.stderr);
  assert.doesNotMatch(container.child.output(), /"event":"redis"/);
  await container.signal('TERM');
  assert.equal((await container.child.ended).code, 0);
});

/** Runs what the head of the file says, as far as the engine: the folder of secrets that it makes. */
async function makeSecrets(t: TestContext, file: string): Promise<string> {
  const head = /^# .*\n((?:#.*\n)+)/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
  const commands = Array.from(head.matchAll(/^# {3}(.+)$/gm), ([, line = '']) => line);
  const script = commands.filter((line) => !line.startsWith('docker ')).join('\n');
  assert.ok(
    commands.some((line) => line.startsWith('docker compose ')),
    'the head does not say how to begin',
  );
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  const end = await runChild('sh', ['-eu', '-c', script], { cwd: folder });
  assert.equal(end.code, 0, end.stderr);
  return join(folder, dirname(file), 'secrets');
}

/** An engine mounts them past the folder that keeps others out. */
function mountsOf(t: TestContext, secrets: string, changed: Readonly<Record<string, string>> = {}) {
  const from = temporaryFolder(t);
  chmodSync(from, 0o755);
  for (const name of readdirSync(secrets)) {
    writeFileSync(join(from, name), changed[name] ?? readFileSync(join(secrets, name)), { mode: 0o444 });
  }
  return [{ from, to: '/run/secrets', isReadOnly: true }];
}

async function startRedis(
  t: TestContext,
  command: string,
  { secrets, port }: { readonly secrets: string; readonly port: number },
): Promise<void> {
  const [program, config, ...options] = command.replace('/run/secrets', secrets).split(' ');
  assert.equal(program, 'redis-server');
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', temporaryFolder(t)];
  const child = startChild(needProgram('redis-server'), [config ?? '', ...options, ...own]);
  t.after(() => child.kill());
  await child.waitFor(/Ready to accept connections/);
  child.background();
}
