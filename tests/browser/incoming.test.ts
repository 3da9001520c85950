import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './audit.ts';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { interceptWhere } from './interception.ts';
import { openMailbox } from './people-stage.ts';
import { contentOf, fill, messageOn, open, press, pressAndGo, pressTwice, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const RECIPIENT = 'support@example.org';
const secret = 'user: robin\npassword: <b>"ü" & 🔑';
const passphrase = 'winter coats 1987';
const { mailbox, env } = await openMailbox();
const stage = await openStage({
  ...env,
  HUSHLINK_INCOMING_RECIPIENT: RECIPIENT,
  HUSHLINK_INCOMING_PASSPHRASE: passphrase,
  HUSHLINK_INCOMING_PER_HOUR: '1000',
});
const form = `${stage.server.url}/incoming`;

/** The links that support has got for a ticket; waits for the first one. */
async function linksFor(ticketNumber: string): Promise<readonly string[]> {
  const links = () =>
    mailbox.mails
      .filter(({ parsed }) => parsed.subject?.startsWith(`Ticket ${ticketNumber}: `))
      .flatMap(({ parsed }) => /http\S+\/secret\/\w+/.exec(parsed.text ?? '')?.[0] ?? []);
  await mailbox.until(() => links().length > 0);
  return links();
}

test('without JavaScript details reach support, which opens them with its passphrase [INC-01 INC-02 INC-07 INC-08]', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(form);
  assert.equal(await page.$eval('[name="skill"]', (trap) => trap.checkVisibility()), false);
  await page.type('#secret', secret);
  await page.type('#ticketno', '123456');
  assert.equal(await contentOf(page, '#recipient'), RECIPIENT);
  await pressAndGo(page, 'Send to support');
  assert.equal(page.url(), `${form}?notice=sent`);
  assert.match(await textOf(page), /Success\s+Your email has been sent/);
  assert.equal(await contentOf(page, '#secret'), '');
  const support = await stage.visitor(t, { hasScript: false });
  const [link = ''] = await linksFor('123456');
  await support.goto(link);
  await support.type('#passphrase', passphrase);
  await pressAndGo(support, 'Click to continue');
  assert.equal(await contentOf(support, '#message'), secret);
});

test('who presses twice before the script has come sends them once', async (t) => {
  const page = await stage.visitor(t, { expects: /net::ERR_FAILED/ });
  await interceptWhere(
    page,
    (request) => /\/mount-\w+\.js$/.test(new URL(request.url()).pathname),
    (request) => request.abort(),
  );
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto(form);
  await fill(page, '#secret', secret);
  await fill(page, '#ticketno', '123459');
  await Promise.all([page.waitForNavigation(), pressTwice(page, '[name="kind"]')]);
  await see(page, 'Your email has been sent');
  assert.equal(sent.length, 1);
});

test('with JavaScript they do too, and pressing twice sends them once [INC-02 INC-08]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, form);
  await fill(page, '#secret', secret);
  await fill(page, '#ticketno', '123457');
  const twice = page.$eval('[name="kind"]', (button) => {
    const presses: string[] = [];
    document.addEventListener('submit', ({ defaultPrevented }) => {
      presses.push(defaultPrevented ? 'held back' : 'sent');
      sessionStorage.setItem('presses', presses.join());
    });
    for (let times = 0; times < 2; times += 1) (button as HTMLButtonElement).click();
  });
  await Promise.all([page.waitForNavigation(), twice]);
  await see(page, 'Your email has been sent');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('presses')), 'sent,held back');
  const support = await stage.visitor(t);
  const [link = ''] = await linksFor('123457');
  await open(support, link);
  await fill(support, '#passphrase', passphrase);
  await press(support, 'Click to continue');
  assert.equal(await messageOn(support), secret);
  await page.reload();
  assert.equal((await linksFor('123457')).length, 1);
});

test('seven lines fit into the field before it grows, with JavaScript and without [INC-03]', async (t) => {
  for (const hasScript of [true, false]) {
    const page = await stage.visitor(t, { hasScript });
    await page.goto(form);
    const lines = await page.$eval('#secret', (area) => {
      const { lineHeight, paddingBlockStart, paddingBlockEnd } = getComputedStyle(area);
      const padding = Number.parseFloat(paddingBlockStart) + Number.parseFloat(paddingBlockEnd);
      return (area.clientHeight - padding) / Number.parseFloat(lineHeight);
    });
    assert.ok(lines >= 7 && lines < 8, String(lines));
  }
});

test('the browser itself asks for the ticket number; what the server refuses comes back as it was typed [INC-04 INC-09]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, form);
  await press(page, 'Send to support');
  assert.equal(await page.$eval('#ticketno', (field) => field.matches(':invalid')), true);
  assert.equal(page.url(), form);
  await fill(page, '#ticketno', 'A-7');
  await pressAndGo(page, 'Send to support');
  assert.match(await textOf(page), /Error\s+You did not provide anything to share/);
  assert.equal(await contentOf(page, '#ticketno'), 'A-7');
});

test('by keyboard alone: to the fields, and Enter in the last one sends [INC-07]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, form);
  const stops = await tabTo(page, 'secret');
  await page.keyboard.type('typed by hand');
  stops.push(...(await tabTo(page, 'ticketno')));
  await page.keyboard.type('42');
  stops.push(...(await tabTo(page, 'Send to support')));
  assert.deepEqual(stops.slice(-4), ['secret', 'ticketno', 'recipient', 'Send to support']);
  await page.focus('#ticketno');
  await enterAndGo(page);
  await see(page, 'Your email has been sent');
});

test('the support form is accessible and fits, at three widths in both themes: fresh, refused, sent', async (t) => {
  const page = await stage.visitor(t);
  await open(page, form);
  await audit(page);
  await fill(page, '#ticketno', 'unbroken'.repeat(9));
  await fill(page, '#secret', `${'unbroken'.repeat(200)}\n`);
  await pressAndGo(page, 'Send to support');
  await see(page, 'The ticket number may be at most 64 characters long.');
  await audit(page);
  await fill(page, '#ticketno', '1');
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your email has been sent');
  await audit(page);
});
