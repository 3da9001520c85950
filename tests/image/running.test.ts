import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { mailSettings } from '../support/app.ts';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { runAsRoot } from './as-root.ts';
import {
  type ContainerOptions,
  checkHealth,
  descendantsOf,
  newFolder,
  newVolume,
  runContainer,
  startServing,
  statusOf,
} from './container.ts';
import { openImage } from './image.ts';

const image = openImage();

/** A server that is ready, with a new volume. */
async function serve(t: TestContext, options: ContainerOptions = {}) {
  const port = String(await freePort());
  const all = { mounts: [newVolume(image)], ...options, env: { PORT: port, ...options.env } };
  const container = await startServing(t, image, all);
  return { container, options: all, url: `http://localhost:${port}` };
}

/** A new key for backups. */
function keyFileOf(t: TestContext): string {
  const file = join(temporaryFolder(t), 'key');
  writeFileSync(file, randomBytes(32).toString('base64'));
  return file;
}

async function share(url: string, secret: string): Promise<string> {
  const body = new URLSearchParams({ secret });
  const answer = await fetch(`${url}/api/v2/secret/conceal`, { method: 'POST', body });
  assert.equal(answer.status, 200);
  return new URL((await answer.json()).record.metadata.share_url).pathname.replace('/secret/', '');
}

async function reveal(url: string, key: string): Promise<{ status: number; body: string }> {
  const body = new URLSearchParams({ continue: 'true' });
  const answer = await fetch(`${url}/api/v2/secret/${key}`, { method: 'POST', body });
  return { status: answer.status, body: await answer.text() };
}

test('a backup goes into a folder that is mounted, and comes back from there', async (t) => {
  const backups = newFolder('/data/backup', '65532:65532', 0o700);
  const { options } = await serve(t, { mounts: [newVolume(image), backups] });
  const [file, key] = ['/data/backup/hushlink.backup', ['--key-file', '/data/backup/backup-key']];
  runAsRoot(['install', '--owner=65532', '--mode=400', keyFileOf(t), join(backups.from, 'backup-key')]);
  for (const args of [
    ['backup', '--to', file, ...key],
    ['restore', '--from', file, ...key],
  ]) {
    const end = await runContainer(image, { ...options, args });
    assert.equal(end.code, 0, end.stderr);
  }
});

test('the image alone serves, shares and reveals once, as a user without a name or a right', async (t) => {
  const { container, options, url } = await serve(t);
  assert.equal((await fetch(url)).status, 200);
  const key = await share(url, 'kept by the image');
  const first = await reveal(url, key);
  assert.deepEqual([first.status, JSON.parse(first.body).record.secret_value], [200, 'kept by the image']);
  assert.equal((await reveal(url, key)).status, 404);
  const trial = await runContainer(image, { ...options, args: ['selftest', url] });
  assert.equal(trial.code, 0, trial.stderr);

  const pid = await container.pid();
  const status = statusOf(pid);
  assert.match(status, /^Uid:\t65532\t65532\t65532\t65532$/m);
  assert.match(status, /^Gid:\t65532\t65532\t65532\t65532$/m);
  for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) assert.match(status, new RegExp(`^Cap${set}:\t0+$`, 'm'), set);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.deepEqual(descendantsOf(pid), [], 'a first process with children would have to bury them');
  assert.deepEqual(writableMounts(pid), ['/data']);
});

/** Where files could be kept; what a kernel shows of itself is not counted. */
function writableMounts(pid: number): string[] {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n');
  const fields = mounts.map((line) => line.split(' '));
  const writable = fields.filter(([, , , , , options = '']) => options.split(',').includes('rw'));
  return writable.map(([, , , , place = '']) => place).filter((place) => !/^\/(proc|dev)(\/|$)/.test(place));
}

test('what was shared is still there after another start on the same volume', async (t) => {
  const { container, options, url } = await serve(t);
  const key = await share(url, 'over a restart');
  await container.signal('TERM');
  assert.equal((await container.child.ended).code, 0);
  await startServing(t, image, options);
  assert.equal(JSON.parse((await reveal(url, key)).body).record.secret_value, 'over a restart');
});

test('the health check is 0 while it is ready, 1 from the stop on, and the stop finishes what was begun', async (t) => {
  const { container, options, url } = await serve(t);
  const healthy = await checkHealth(image, options);
  assert.deepEqual([healthy.code, healthy.stdout, healthy.stderr], [0, 'ready\n', '']);
  const body = 'secret=begun+before+the+stop';
  const visitor = connect(Number(new URL(url).port), '127.0.0.1');
  visitor.write(
    [
      'POST /api/v2/secret/conceal HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      ...[`Content-Length: ${body.length}`, 'Expect: 100-continue', '', ''],
    ].join('\r\n'),
  );
  await once(visitor, 'data');
  await container.signal('TERM');
  await container.child.waitFor(/"event":"stopping"/);
  assert.equal((await checkHealth(image, options)).code, 1);
  const answer = visitor.toArray();
  visitor.write(body);
  assert.match(Buffer.concat(await answer).toString(), /^HTTP\/1\.1 200 /);
  const end = await container.child.ended;
  assert.deepEqual([end.code, end.signal], [0, null]);
  const gone = await checkHealth(image, options);
  assert.deepEqual([gone.code, gone.stdout], [1, '']);
});

test('a container stops for Ctrl-C as well, and the command line is in it', async (t) => {
  const { container } = await serve(t);
  await container.signal('INT');
  assert.equal((await container.child.ended).code, 0);
  const help = await runContainer(image, { args: ['--version'] });
  assert.deepEqual([help.code, help.stdout], [0, `${image.config.Labels['org.opencontainers.image.version']}\n`]);
});

test('names are found in the file of hosts, and authorities in the one that is mounted in their place', async (t) => {
  const certificate = makeCertificate({ names: ['mail.internal'] });
  const server = await startSmtpServer({ encryption: 'tls', certificate });
  t.after(() => server.stop());
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  const file = (name: string, text: string, to: string) => {
    writeFileSync(join(folder, name), text);
    return { from: join(folder, name), to, isReadOnly: true };
  };
  const env = { ...mailSettings(server), HUSHLINK_MAIL_SMTP: `smtps://mail.internal:${server.port}` };
  const hosts = file('hosts', '127.0.0.1 mail.internal\n', '/etc/hosts');
  const test = (mounts: ContainerOptions['mounts'] = []) =>
    runContainer(image, { env, args: ['mail', 'test', 'bo@example.com'], mounts: [hosts, ...mounts] });
  const stranger = await test();
  assert.match(stranger.stderr, /not to be trusted/);
  const known = await test([file('authorities', certificate.cert, '/etc/ssl/certs/ca-certificates.crt')]);
  assert.equal(known.code, 0, known.stderr);
});
