import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { untilSo } from '../support/until-so.ts';
import { type Engine, type MailSite, openMailSite, people } from './mail-site.ts';

const engines: readonly Engine[] = ['SQLite', 'Redis'];
/** Mails that one process has under way at a time. */
const lanes = 4;
const kills = 8;

async function setUp(t: TestContext, engine: Engine): Promise<{ site: MailSite; smtp: TestSmtpServer }> {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  return { smtp, site: await openMailSite(t, engine, smtp) };
}

const recipients = (smtp: TestSmtpServer) => smtp.mails.flatMap(({ to }) => to).sort();

for (const engine of engines) {
  test(`${engine}: mails that wait while nothing runs are sent once by the next start, and not again by the one after`, async (t) => {
    const { site, smtp } = await setUp(t, engine);
    await site.post(people(30));
    for (let starts = 0; starts < 2; starts += 1) {
      const server = await site.start();
      await smtp.until(() => smtp.mails.length >= 30);
      await server.stop();
    }
    assert.deepEqual(recipients(smtp), people(30).sort());
    assert.deepEqual(await site.totals(), { sent: 30, failed: 0, waiting: 0 });
  });

  test(`${engine}: a server killed in the middle of its conversations loses no mail and sends none twice`, async (t) => {
    const { site, smtp } = await setUp(t, engine);
    smtp.manner = 'silent';
    await site.post(people(12));
    const server = await site.start();
    t.after(() => server.stop());
    await smtp.until(() => smtp.contents === lanes);
    await server.kill('SIGKILL');
    assert.equal(smtp.mails.length, 0);
    smtp.manner = 'take';
    await server.start();
    await smtp.until(() => smtp.mails.length === 12);
    await server.kill('SIGTERM');
    assert.deepEqual(recipients(smtp), people(12).sort());
    assert.deepEqual(await site.totals(), { sent: 12, failed: 0, waiting: 0 });
    assert.match(server.output(), /mail sent again after a crash/);
  });

  test(`${engine}: two servers on one store send each of 200 mails once`, async (t) => {
    const { site, smtp } = await setUp(t, engine);
    await site.post(people(200));
    // Nobody has sent all of them before the other has begun.
    smtp.manner = 'hold';
    const servers = await Promise.all([site.start(), site.start()]);
    for (const server of servers) t.after(() => server.stop());
    await smtp.until(() => smtp.contents === 2 * lanes);
    smtp.manner = 'take';
    await smtp.until(() => smtp.mails.length >= 200);
    for (const server of servers) await server.kill('SIGTERM');
    assert.deepEqual(recipients(smtp), people(200).sort());
    assert.deepEqual(await site.totals(), { sent: 200, failed: 0, waiting: 0 });
    for (const server of servers) assert.match(server.output(), /"event":"mail sent"/);
  });

  test(`${engine}: a server killed ${kills} times just as a mail is taken loses nothing; what comes twice can be told to be the same mail`, async (t) => {
    const { site, smtp } = await setUp(t, engine);
    await site.post(people(120));
    const server = await site.start();
    t.after(() => server.stop());
    // The worst instant: the mail server has a mail, and the answer is still on its way.
    for (let count = 1; count <= kills; count += 1) {
      await smtp.until(() => smtp.mails.length >= count * 10);
      await server.kill('SIGKILL');
      await server.start();
    }
    await smtp.until(() => new Set(recipients(smtp)).size === 120);
    await server.kill('SIGTERM');
    assert.deepEqual([...new Set(recipients(smtp))], people(120).sort());
    assert.equal(new Set(smtp.mails.map(({ parsed }) => parsed.messageId)).size, 120);
    const doubled = smtp.mails.length - 120;
    t.diagnostic(`${kills} kills: ${doubled} of 120 mails came twice, under the same Message-ID`);
    assert.ok(doubled <= kills * lanes);
  });
}

test('what a mail server answers in time is finished by a server that is asked to stop, and sent by no other', async (t) => {
  const { site, smtp } = await setUp(t, 'SQLite');
  smtp.manner = 'hold';
  await site.post(people(6));
  const server = await site.start({ HUSHLINK_LISTEN_DRAIN: '10m' });
  await smtp.until(() => smtp.contents === lanes);
  const stopped = server.kill('SIGTERM');
  await untilSo('it stops', async () => server.output().includes('"event":"stopping"'));
  smtp.manner = 'take';
  await stopped;
  assert.equal(smtp.mails.length, lanes);
  assert.deepEqual(await site.totals(), { sent: lanes, failed: 0, waiting: 6 - lanes });
});

test('a server that is asked to stop ends its conversations, and what is not answered in time is sent by the next', async (t) => {
  const { site, smtp } = await setUp(t, 'SQLite');
  smtp.manner = 'silent';
  await site.post(people(6));
  const server = await site.start({ HUSHLINK_LISTEN_DRAIN: '1s' });
  await smtp.until(() => smtp.contents === lanes);
  await server.kill('SIGTERM');
  assert.match(server.output(), /"event":"stopped"/);
  assert.deepEqual(await site.totals(), { sent: 0, failed: 0, waiting: 6 });
  smtp.manner = 'take';
  await server.start();
  await smtp.until(() => smtp.mails.length === 6);
  await server.stop();
  assert.deepEqual(recipients(smtp), people(6).sort());
});
