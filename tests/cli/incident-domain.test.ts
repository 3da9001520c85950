import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { contentOf, jsonOf } from '../durability/client.ts';
import { DOMAINS_ON, memberOf, openDomainSite, prove, tagOf, under } from '../features/domains/stage.ts';
import { createClock } from '../support/clock.ts';
import { runCli } from './run-cli.ts';

test('everything unread that was shared for a custom domain is burned, by whomever and by an older release too, and nothing else', async (t) => {
  const siteSecret = randomBytes(32);
  const seal = createKeyRing({ siteSecret, randomBytes });
  const site = await openDomainSite(t, { seal, clock: createClock(Date.now()) });
  const owner = await memberOf(site);
  await prove(site, 'open.example.com', { ownerTag: await tagOf(site, owner.address), hasHome: true });
  const shareFor = async (share_domain: string) =>
    jsonOf(await owner.call('/secret/conceal', { kind: 'share', secret: 'x', share_domain })).record.secret.key;
  const older = await shareFor('open.example.com');
  forgetDomains(join(site.folder, 'hushlink.db'));
  const doomed = [
    older,
    await shareFor('open.example.com'),
    (await under(site, 'open.example.com').share('of a visitor')).secretKey,
  ];
  const sealedBySomebody = await shareFor('');
  damageNewest(join(site.folder, 'hushlink.db'));
  const spared = [sealedBySomebody, await shareFor(''), (await site.client.share('elsewhere')).secretKey];
  const env = { ...DOMAINS_ON, HUSHLINK_DATA: site.folder, HUSHLINK_SITE_SECRET: siteSecret.toString('base64') };
  const own = await runCli(['incident', 'burn', '--domain', DOMAINS_ON.HUSHLINK_SITE_HOST, '--yes'], { env });
  assert.deepEqual([own.code, /the name of the site itself/.test(own.stderr)], [2, true], own.stderr);
  const burned = await runCli(['incident', 'burn', '--domain', 'Open.Example.Com.', '--yes', '--json'], { env });
  assert.deepEqual([burned.code, burned.stdout], [0, '{"burned":3}\n'], burned.stderr);
  for (const key of doomed) assert.equal((await site.client.reveal(key)).status, 404);
  for (const key of spared) assert.notEqual(contentOf(await site.client.reveal(key)), null);
});

/** As if another site secret had sealed the way back to the newest secret. */
function damageNewest(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('UPDATE secret SET owner_copy = randomblob(80) WHERE rowid = (SELECT max(rowid) FROM secret)');
  database.close();
}

/** As rows of schema 1.3 are: they do not say for which domain they were made. */
function forgetDomains(path: string): void {
  const database = new DatabaseSync(path);
  const { changes } = database.prepare('UPDATE secret SET domain_tag = NULL WHERE domain_tag IS NOT NULL').run();
  database.close();
  assert.equal(changes, 1);
}
