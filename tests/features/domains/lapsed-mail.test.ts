import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DomainId, type DomainName, PROOF_GRACE_MS } from '#src/features/domains/domain.ts';
import { jsonOf } from '../../durability/client.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { memberOf, openDomainSite, prove, tagOf } from './stage.ts';

const NAME = 'lapsed.example.com' as DomainName;
const RIVAL = 'b'.repeat(20) as DomainId;

test('a link that is mailed while its domain becomes somebody else’s leads to the site', async () => {
  const mailServer = await startSmtpServer();
  after(() => mailServer.stop());
  const site = await openDomainSite({ after }, { mailServer, env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } });
  const { domains, secrets } = site.store;
  const [member, nowMs] = [await memberOf(site), site.clock.now()];
  await domains.add({ id: RIVAL, name: NAME, ownerTag: 'rival', createdAtMs: 1, firstLookAtMs: 1 }, 10);
  const { id } = await prove(site, NAME, { ownerTag: await tagOf(site, member.address) });
  await domains.noteProof(id, 'missing', { graceMs: PROOF_GRACE_MS, nowMs: nowMs - PROOF_GRACE_MS });
  const { put } = secrets;
  const takenMeanwhile: typeof put = async (...args) => {
    assert.equal(
      (await domains.noteProof(RIVAL, 'present', { graceMs: PROOF_GRACE_MS, nowMs: nowMs + 1 })).kind,
      'kept',
    );
    return put(...args);
  };
  Object.assign(secrets, { put: takenMeanwhile });
  const fields = { kind: 'share', secret: 'x', share_domain: NAME, recipient: 'bo@example.org' };
  const made = await member.call('/secret/conceal', fields);
  assert.equal(made.status, 200);
  assert.match(jsonOf(made).record.metadata.share_url, /^https:\/\/hush\.example\/secret\//);
  await site.mail.postman.deliverDue();
  const text = String(mailServer.mails[0]?.parsed.text);
  assert.match(text, /https:\/\/hush\.example\/secret\//);
  assert.doesNotMatch(text, /lapsed\.example\.com/);
});
