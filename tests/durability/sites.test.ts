import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSites } from '#src/process/reload.ts';
import type { Site } from '#src/site.ts';

/** Sites that do nothing, and what was asked of them; each is opened when `open` is called. */
function setUp() {
  const done: string[] = [];
  const opening: (() => void)[] = [];
  const retiring: (() => void)[] = [];
  const breaking: ((error: Error) => void)[] = [];
  const said: string[] = [];
  const settingsOf = (drainMs: number, level: string, warnings: string[] = []) => ({
    ...{ values: {}, warnings },
    config: { listen: { drainMs }, log: { level } },
  });
  const later = settingsOf(9, 'warn', ['a key is old']);
  const siteOf = (name: string) =>
    ({
      settings: name === 'first' ? settingsOf(7, 'info') : later,
      start: () => void done.push(`${name} started`),
      stop: (drainMs: number) => {
        done.push(`${name} stopped in ${drainMs}`);
        if (name !== 'first') return Promise.resolve();
        return new Promise<void>((resolve, reject) => {
          retiring.push(resolve);
          breaking.push(reject);
        });
      },
    }) as unknown as Site;
  const failing = { now: null as Error | null };
  let opened = 1;
  const sites = createSites(siteOf('first'), {
    read: () => {
      done.push('read');
      return { ok: true, value: { settings: later, change: { changed: [], waiting: [] } } } as never;
    },
    open: async () => {
      opened += 1;
      const name = `site ${opened}`;
      await new Promise<void>((resolve) => opening.push(resolve));
      if (failing.now) throw failing.now;
      return siteOf(name);
    },
    log: {
      info: () => {},
      warn: (event: string, { warning }: { warning?: string }) => void said.push(`${event}: ${warning}`),
      error: (event: string, { err }: { err: Error }) => void said.push(`${event}: ${err.message}`),
      setLevel: (level: string) => void said.push(`from now on ${level}`),
    } as never,
    metrics: { countReload: (outcome) => void done.push(outcome) },
  });
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const open = async () => {
    await turns();
    opening.shift()?.();
    await turns();
  };
  const retire = () => retiring.shift()?.();
  const fail = (error: Error) => breaking.shift()?.(error);
  return { sites, done, said, failing, open, turns, retire, fail };
}

test('of several reloads that wait one is enough, and one that comes while another is under way is not lost', async () => {
  const { sites, done, open } = setUp();
  const reads = () => done.filter((what) => what === 'read').length;
  const asked = [sites.reload(), sites.reload()];
  await open();
  assert.equal(reads(), 1);
  await Promise.all(asked);
  const next = sites.reload();
  await Promise.resolve();
  const later = [sites.reload(), sites.reload(), sites.reload()];
  await open();
  await next;
  await open();
  await Promise.all(later);
  assert.equal(reads(), 3);
});

test('a site that is ready only when the process stops is never in force', async () => {
  const { sites, done, open, turns, retire } = setUp();
  const before = sites.current();
  const reloaded = sites.reload();
  await turns();
  const stopped = sites.stop(3);
  await turns();
  assert.deepEqual(done, ['read']);
  await open();
  await reloaded;
  assert.equal(sites.current(), before);
  assert.deepEqual(done, ['read', 'first stopped in 3']);
  retire();
  await stopped;
});

test('who stops waits also for the sites of before, which still answer what they began with', async () => {
  const { sites, done, open, turns, retire } = setUp();
  const reloaded = sites.reload();
  await open();
  await reloaded;
  assert.deepEqual(done, ['read', 'site 2 started', 'first stopped in 7', 'applied']);
  let isOver = false;
  const stopped = sites.stop(3).then(() => {
    isOver = true;
  });
  await turns();
  assert.deepEqual([done.at(-1), isOver], ['site 2 stopped in 3', false]);
  retire();
  await stopped;
});

test('what the new configuration warns of is told once it is in force, and its log level holds from then on', async () => {
  const { sites, said, open } = setUp();
  const reloaded = sites.reload();
  await open();
  await reloaded;
  assert.deepEqual(said, ['configuration: a key is old', 'from now on warn']);
});

test('a site that cannot be opened is a reload refused, and the next one is another try', async () => {
  const { sites, done, said, failing, open } = setUp();
  failing.now = new Error('no room');
  const [before, refused] = [sites.current(), sites.reload()];
  await open();
  await refused;
  assert.deepEqual([done, said], [['read', 'refused'], ['reload refused: no room']]);
  assert.equal(sites.current(), before);
  failing.now = null;
  const reloaded = sites.reload();
  await open();
  await reloaded;
  assert.equal(done.at(-1), 'applied');
});

test('a site of before that breaks while it ends is told of, and keeps nobody from stopping', async () => {
  const { sites, done, said, open, turns, fail } = setUp();
  const reloaded = sites.reload();
  await open();
  await reloaded;
  fail(new Error('still busy'));
  await turns();
  assert.equal(said.at(-1), 'reload: still busy');
  await sites.stop(3);
  assert.equal(done.at(-1), 'site 2 stopped in 3');
});
