import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import supertest from 'supertest';
import { createSites } from '#src/process/reload.ts';
import { ok } from '#src/result.ts';
import type { Settings } from '#src/settings.ts';
import { openSite, type Site } from '#src/site.ts';
import type { Store } from '#src/store/store.ts';
import { createTestApp } from '../support/app.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

const reloads = 20;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('nothing is left of a site that another one has replaced, but the requests that it has begun', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const { composed, config } = createTestApp(t, {
    mailServer,
    env: { HUSHLINK_SITE_HOST: 'localhost', HUSHLINK_SITE_SCHEME: 'http', HUSHLINK_DOMAINS_ENABLED: 'true' },
  });
  const settings: Settings = { config, values: {} as Settings['values'], articles: composed.articles, warnings: [] };
  const parts = { ...composed, randomBytes: (size: number) => randomBytes(size) };
  const replaced: WeakRef<Site>[] = [];
  const change = { values: settings.values, changed: [], waiting: [] };
  const first = await openSite(settings, parts);
  first.start();
  const sites = createSites(first, {
    ...{ log: composed.log, metrics: composed.metrics },
    read: () => ok({ settings: { ...settings }, change }),
    open: (next) => openSite(next, parts),
  });
  const before = { handles: countHandles(), listeners: countListeners(composed.store) };
  for (let at = 0; at < reloads; at += 1) {
    await supertest(sites.current().app).get('/').set('Host', 'localhost').expect(200);
    replaced.push(new WeakRef(sites.current()));
    await sites.reload();
  }
  await sites.stop(0);
  for (let turns = 0; turns < 20; turns += 1) {
    await turn();
    collectGarbage();
  }
  // The first is held by this very test.
  const left = replaced.slice(1).filter((site) => site.deref() !== undefined).length;
  assert.ok(left <= 1, `${left} of ${reloads} are still there`);
  assert.ok(countHandles() <= before.handles, `${countHandles()} handles, ${before.handles} before`);
  assert.equal(countListeners(composed.store), before.listeners);
});

function countHandles(): number {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
}

/** What outlives a site must not get to hold what was made of it. */
function countListeners({ sessions: { rows } }: Store): number {
  return rows.eventNames().reduce((sum, name) => sum + rows.listenerCount(name), 0);
}
