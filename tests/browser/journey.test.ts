import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, find, linkOn, messageOn, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
const secret = 'the safe is 17-4-92\n  and the key hangs behind the door';

test('a secret goes from one browser to another, can be read there once, and the sender sees that it was [CRE-28 META-14 REV-01 REV-02 REV-08]', async (t) => {
  const sender = await stage.visitor(t);
  await open(sender, server.url);
  await fill(sender, '#secret', secret);
  await see(sender, `${secret.length} / 10,000`);
  await pressAndGo(sender, 'Create a secret link*');
  assert.match(sender.url(), /\/private\/[0-9a-z]{31}$/);
  await see(sender, 'Your link is ready');

  const recipient = await stage.visitor(t);
  await open(recipient, await linkOn(sender));
  await press(recipient, 'Click to continue');
  await see(recipient, 'This message is for you');
  assert.equal(await messageOn(recipient), secret);

  await recipient.reload();
  await see(recipient, 'That information is no longer available');
  await sender.reload();
  await see(sender, 'Somebody opened the link. It cannot be opened again.');
});

test('a generated password reaches the recipient as the sender sees it [CRE-23]', async (t) => {
  const sender = await stage.visitor(t);
  await open(sender, server.url);
  await pressAndGo(sender, 'Or generate a random password');
  const password = await sender.$eval('#own', (area) => (area as HTMLTextAreaElement).value);
  assert.equal(password.length, 16);
  const recipient = await stage.visitor(t);
  await open(recipient, await linkOn(sender));
  await press(recipient, 'Click to continue');
  assert.equal(await messageOn(recipient), password);
});

test('a passphrase typed wrong is asked for again, and the right one opens the secret', async (t) => {
  const sender = await stage.visitor(t);
  await open(sender, server.url);
  await fill(sender, '#secret', secret);
  await (await sender.waitForSelector('::-p-text(Privacy Options)'))?.click();
  await (await find(sender, 'textbox', 'Passphrase')).type('long enough');
  await pressAndGo(sender, 'Create a secret link*');
  await see(sender, 'Required to open it');

  const recipient = await stage.visitor(t);
  await open(recipient, await linkOn(sender));
  await (await find(recipient, 'textbox', 'Passphrase')).type('long enouhg');
  await press(recipient, 'Click to continue');
  await see(recipient, 'Double check that passphrase');
  await see(recipient, '9 tries are left');
  await fill(recipient, '#passphrase', 'long enough');
  await press(recipient, 'Click to continue');
  assert.equal(await messageOn(recipient), secret);
});

test('the sender burns a secret, and its recipient finds nothing [BURN-02 BURN-04 BURN-06 BURN-07 META-11]', async (t) => {
  const { secretKey, metadataKey } = await stage.share(secret);
  const sender = await stage.visitor(t);
  await open(sender, `${server.url}/private/${metadataKey}`);
  await pressAndGo(sender, 'Burn this secret', 'link');
  await see(sender, secretKey.slice(0, 6));
  await see(sender, 'Burning is permanent.');
  await pressAndGo(sender, 'Burn this secret');
  assert.equal(sender.url(), `${server.url}/private/${metadataKey}`);
  await see(sender, 'You destroyed this secret before anyone read it.');
  assert.doesNotMatch(await textOf(sender), /Burn this secret/);
  const recipient = await stage.visitor(t);
  await recipient.goto(`${server.url}/secret/${secretKey}`);
  await see(recipient, 'That information is no longer available');
});

test('somebody who was not expecting a secret burns it unread, and the sender sees who did', async (t) => {
  const { secretKey, metadataKey } = await stage.share(secret);
  const recipient = await stage.visitor(t);
  await open(recipient, `${server.url}/secret/${secretKey}`);
  await (await recipient.waitForSelector('::-p-text(Not expecting this?)'))?.click();
  await pressAndGo(recipient, 'I was not expecting this', 'link');
  await see(recipient, 'Burn it unread?');
  await pressAndGo(recipient, 'Burn it unread');
  await see(recipient, 'Burned unread');
  const sender = await stage.visitor(t);
  await sender.goto(`${server.url}/private/${metadataKey}`);
  await see(sender, 'The recipient was not expecting it and destroyed it unread.');
});

test('the sender who opens the own link uses it up, so that the recipient finds nothing [REV-14]', async (t) => {
  const sender = await stage.visitor(t);
  await open(sender, server.url);
  await fill(sender, '#secret', secret);
  await pressAndGo(sender, 'Create a secret link*');
  const link = await linkOn(sender);
  await open(sender, link);
  await press(sender, 'Click to continue');
  assert.equal(await messageOn(sender), secret);
  const recipient = await stage.visitor(t);
  await recipient.goto(link);
  await see(recipient, 'That information is no longer available');
});
