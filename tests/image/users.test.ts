import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { runAsRoot } from './as-root.ts';
import { type ContainerOptions, checkHealth, newFolder, newVolume, runContainer, startServing } from './container.ts';
import { openImage } from './image.ts';

const image = openImage();

// Whose files are: in a namespace of users that has one user alone, all others have the number of nobody.

/** Starts, is healthy, and stops. */
async function works(t: TestContext, options: ContainerOptions): Promise<void> {
  const all = { ...options, env: { PORT: String(await freePort()) } };
  const container = await startServing(t, image, all);
  assert.equal((await checkHealth(image, all)).code, 0);
  await container.signal('TERM');
  assert.equal((await container.child.ended).code, 0);
}

/** What it says that does not start. */
async function refusalOf(options: ContainerOptions): Promise<string> {
  const end = await runContainer(image, { ...options, env: { PORT: String(await freePort()) } });
  assert.deepEqual([end.code, end.stdout], [1, '']);
  return end.stderr;
}

test('any user will do on a volume of its own, known to the image or not', async (t) => {
  for (const user of ['12345', '4000000', '65532:0']) await works(t, { user, mounts: [newVolume(image)] });
});

test('a folder of somebody else is refused with one line, and what the line says helps', async (t) => {
  const folder = newFolder('/data', '0:0', 0o755);
  const said = await refusalOf({ mounts: [folder] });
  assert.match(
    said,
    /^\/data is closed to user 65532, group 65532: it belongs to user \d+, group \d+, with mode 0755 \(EACCES\); hint: chown -R 65532 [^\n]+\n$/,
  );
  runAsRoot(['chown', '-R', '65532', folder.from]);
  await works(t, { mounts: [folder] });
});

test('a volume that another user has filled is refused with the name of the file, not with a trace', async (t) => {
  const volume = newVolume(image);
  await works(t, { mounts: [volume] });
  const said = await refusalOf({ user: '12345', mounts: [volume] });
  assert.match(said, /^\/data\/site-secret is closed to user 12345, group 0: it belongs to user \d+, .*; hint: .*\n$/);
});

test('a user who is neither the owner of the volume nor of group 0 is told so', async () => {
  const said = await refusalOf({ user: '1000:1000', mounts: [newVolume(image)] });
  assert.match(said, /^\/data is closed to user 1000, group 1000: it belongs to user \d+, group \d+, with mode 0770 /);
});

test('without a volume the read-only files are refused with the way out', async () => {
  assert.equal(
    await refusalOf({}),
    '/data cannot be written; hint: in a container mount a volume at /data; under systemd make the folder, and name it in ReadWritePaths= of the unit\n',
  );
});
