import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkMailedTo, openMailbox, openPeopleStage, PASSWORD } from './people-stage.ts';
import { fill, find, open, pressAndGo, pressTwice, see } from './screens.ts';

const { mailbox, env } = await openMailbox();
const stage = await openPeopleStage(env);
const { url } = stage.server;

for (const hasScript of [true, false]) {
  const name = hasScript ? 'with JavaScript' : 'without JavaScript';

  test(`${name} a forgotten password is replaced by a mailed link that works once [AUTH-03 AUTH-15 AUTH-16 AUTH-17 AUTH-18 AUTH-19 AUTH-21]`, async (t) => {
    const member = await stage.member();
    const page = await stage.visitor(t, { hasScript });
    const show = (address: string) => (hasScript ? open(page, address) : page.goto(address));
    await show(`${url}/signin`);
    await pressAndGo(page, 'Forgot your password?', 'link');
    assert.equal(await page.$('header nav'), null);
    assert.ok(await find(page, 'link', 'Back to sign in'));
    await fill(page, '#u', member.address);
    await pressAndGo(page, 'Request password reset');
    await see(page, 'If there is an account with this address, a link is on its way to it.');
    const link = await linkMailedTo(mailbox, member.address, /^\/forgot\//);
    await show(link);
    await see(page, 'Please enter your new password');
    assert.equal(await page.$('header nav'), null);
    await fill(page, '#newp', 'winter coat 1987');
    await fill(page, '#newp2', 'winter coat 1988');
    await pressAndGo(page, 'Update password');
    await see(page, 'The two new passwords are not the same.');
    await fill(page, '#newp', 'winter coat 1987');
    await fill(page, '#newp2', 'winter coat 1987');
    await pressAndGo(page, 'Update password');
    await see(page, 'Your password was changed. Sign in with the new one.');
    await fill(page, '#u', member.address);
    await fill(page, '#p', PASSWORD);
    await pressAndGo(page, 'Sign in');
    await see(page, 'The e-mail address or the password is not right.');
    await fill(page, '#p', 'winter coat 1987');
    await pressAndGo(page, 'Sign in');
    assert.equal(new URL(page.url()).pathname, '/dashboard');
    await page.goto(link);
    assert.notEqual(new URL(page.url()).pathname, new URL(link).pathname);
  });

  test(`${name} somebody who must sign in first comes to where the link led, and never to another site [SHELL-08 AUTH-01]`, async (t) => {
    const member = await stage.member();
    const page = await stage.visitor(t, { hasScript });
    await page.goto(`${url}/recent`);
    assert.match(page.url(), /\/signin\?redirect=%2Frecent$/);
    await fill(page, '#u', member.address);
    await fill(page, '#p', PASSWORD);
    await pressAndGo(page, 'Sign in');
    assert.equal(new URL(page.url()).pathname, '/recent');
    for (const path of ['/', '/signin', '/signup']) {
      await page.goto(url + path);
      assert.equal(new URL(page.url()).pathname, '/dashboard', path);
    }
    await page.goto(`${url}/logout`);
    await page.goto(`${url}/signin?redirect=${encodeURIComponent('https://example.net/trap')}`);
    await fill(page, '#u', member.address);
    await fill(page, '#p', PASSWORD);
    await pressAndGo(page, 'Sign in');
    assert.equal(page.url(), `${url}/dashboard`);
  });
}

test('who presses twice reads that the password was changed', async (t) => {
  const member = await stage.member();
  const page = await stage.visitor(t);
  await open(page, `${url}/forgot`);
  await fill(page, '#u', member.address);
  await pressAndGo(page, 'Request password reset');
  await open(page, await linkMailedTo(mailbox, member.address, /^\/forgot\//));
  for (const field of ['#newp', '#newp2']) await fill(page, field, 'winter coat 1987');
  await Promise.all([page.waitForNavigation(), pressTwice(page)]);
  await see(page, 'Your password was changed. Sign in with the new one.');
});

test('who presses twice has asked for one link, and signed in once', async (t) => {
  const member = await stage.member();
  const page = await stage.visitor(t);
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)));
  await open(page, `${url}/forgot`);
  await fill(page, '#u', member.address);
  await Promise.all([page.waitForNavigation(), pressTwice(page)]);
  await see(page, 'If there is an account with this address, a link is on its way to it.');
  await open(page, `${url}/signin`);
  await fill(page, '#u', member.address);
  await fill(page, '#p', PASSWORD);
  await Promise.all([page.waitForNavigation(), pressTwice(page)]);
  await see(page, 'Create a secret link');
  assert.deepEqual(sent, ['/forgot', '/signin']);
});
