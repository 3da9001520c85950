import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSites } from '#src/process/reload.ts';
import type { Site } from '#src/site.ts';

/** Sites that do nothing, and what was asked of them; each is opened when `open` is called. */
function setUp() {
  const done: string[] = [];
  const opening: (() => void)[] = [];
  const retiring: (() => void)[] = [];
  const settings = { values: {}, warnings: [], config: { listen: { drainMs: 7 }, log: { level: 'info' } } };
  const siteOf = (name: string) =>
    ({
      settings,
      start: () => void done.push(`${name} started`),
      stop: (drainMs: number) => {
        done.push(`${name} stopped in ${drainMs}`);
        return name === 'first' ? new Promise<void>((resolve) => retiring.push(resolve)) : Promise.resolve();
      },
    }) as unknown as Site;
  let opened = 1;
  const sites = createSites(siteOf('first'), {
    read: () => {
      done.push('read');
      return { ok: true, value: { settings, change: { changed: [], waiting: [] } } } as never;
    },
    open: async () => {
      opened += 1;
      const name = `site ${opened}`;
      await new Promise<void>((resolve) => opening.push(resolve));
      return siteOf(name);
    },
    log: { info: () => {}, warn: () => {}, error: () => {}, setLevel: () => {} } as never,
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
  return { sites, done, open, turns, retire: () => retiring.shift()?.() };
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
