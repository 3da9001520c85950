import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { readValue } from '../../metrics/stage.ts';
import { openBothEngines } from '../../store/both-engines.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { freshAddress, PASSWORD, readAs, signIn, signUp } from '../accounts/people.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());

for (const [engine, store] of await openBothEngines()) {
  const site = createTestApp({ after }, { hasLightPassphrases: true, mailServer, store });
  const api = apiOf(site);

  /** Everything that the site says of secrets: to the administrator, then in its metrics. */
  async function figures(colonel: Visitor) {
    const { counts, days } = (await readAs(site, colonel, '/colonel')).body.record;
    const { secret_count, metadata_count, secrets_created, secrets_shared } = counts;
    const told = [secret_count, metadata_count, secrets_created, secrets_shared];
    const drawn = days.at(-1);
    const events = ['created', 'revealed', 'burned'].map((event) => `hushlink_secrets_total{event="${event}"}`);
    const metered = await Promise.all(events.map((series) => readValue(site.internal, series)));
    return { told, drawn: [drawn.secrets_created, drawn.secrets_shared], metered };
  }

  async function linkMailedTo(address: string): Promise<string> {
    await site.mail.postman.deliverDue();
    const mail = mailServer.mails.findLast(({ to }) => to.includes(address));
    return /\/secret\/([a-z0-9]{31})/.exec(String(mail?.parsed.text))?.[1] ?? assert.fail('no link was mailed');
  }

  test(`${engine}: signing up, proving an address and guessing passwords are in no figure about secrets [COL-03 GEN-05]`, async () => {
    const [colonel, address] = [visitorOf(site), freshAddress()];
    await signUp(colonel, address);
    await site.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
    await site.store.accounts.setRole(address as CustId, 'colonel');
    await signIn(colonel, address);
    const nothing = { told: [0, 0, 0, 0], drawn: [0, 0], metered: [0, 0, 0] };
    assert.deepEqual(await figures(colonel), nothing);
    for (const _ of [1, 2, 3]) assert.equal((await signIn(visitorOf(site), freshAddress())).status, 422);
    const [verified, burnt] = [freshAddress(), freshAddress()];
    for (const one of [verified, burnt]) assert.equal((await signUp(visitorOf(site), one)).status, 303);
    await api.reveal(await linkMailedTo(verified)).expect(200);
    await api.post(`/secret/${await linkMailedTo(burnt)}/burn`, { continue: true }).expect(200);
    assert.equal((await signIn(visitorOf(site), verified, PASSWORD)).status, 303, 'the address is proven');
    assert.deepEqual(await figures(colonel), nothing);
    const [read, burned] = [await api.share('read'), await api.share('burned')];
    await api.reveal(read.secretKey).expect(200);
    await api.post(`/private/${burned.metadataKey}/burn`, { continue: true }).expect(200);
    assert.deepEqual(await figures(colonel), { told: [0, 2, 2, 1], drawn: [2, 1], metered: [2, 1, 1] });
  });

  test(`${engine}: who has just signed in is active at once [COL-07]`, async () => {
    const [visitor, address] = [visitorOf(site), freshAddress()];
    const active = () => site.store.sessions.countSeenSince(site.clock.now() - 5 * 60_000);
    await signUp(visitor, address);
    await site.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
    const before = await active();
    assert.equal((await signIn(visitor, address)).status, 303);
    assert.equal(await active(), before + 1);
  });
}
