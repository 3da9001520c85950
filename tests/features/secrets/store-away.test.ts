import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { apiOf } from '../../support/api.ts';
import { openAround, withFailing } from '../../support/failing-room.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from '../accounts/people.ts';

const away = () => new StoreUnavailable('away');
const uncertain = () => new StoreUnavailable('broken off', { isUnchanged: false });
const AT_ONCE = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
const typed = { secret: 'typed\r\n<text>', passphrase: 'open sesame', ttl: '3600' };

test('while the store is away the form of the home page comes back with its text, and can be sent again', async (t) => {
  let isAway = true;
  const site = openAround(
    t,
    withFailing('secrets', ['put'], () => (isAway ? away() : null)),
  );
  const visitor = visitorOf(site);
  await visitor.open('/');
  const refused = await visitor.submit('/', typed);
  assert.equal(refused.status, 503);
  assert.match(String(refused.headers['retry-after']), /^\d+$/);
  assert.match(refused.text, /nothing was changed\. Please try again/);
  assert.equal(visitor.textArea(), 'typed\n<text>');
  assert.match(refused.text, /value="open sesame"/);
  isAway = false;
  assert.match((await visitor.submit('/', typed)).headers.location ?? '', /^\/private\//);
});

test('where it broke off under way the form says that it is not certain, and keeps the text', async (t) => {
  const site = openAround(t, withFailing('secrets', ['put'], uncertain));
  const visitor = visitorOf(site);
  await visitor.open('/');
  const refused = await visitor.submit('/', typed);
  assert.equal(refused.status, 503);
  assert.match(refused.text, /not certain/);
  assert.equal(visitor.textArea(), 'typed\n<text>');
});

test('who may not have opened a secret is offered a second try, and who may have opened it is not', async (t) => {
  let error: Error | null = null;
  const site = openAround(
    t,
    withFailing('secrets', ['claimAtOnce'], () => error),
  );
  const { secretKey } = await apiOf(site).share('opened once');
  const [visitor, path] = [visitorOf(site), `/secret/${secretKey}`];
  const answers = [];
  for (error of [away(), uncertain()]) {
    await visitor.open(path);
    const { status, text } = await visitor.submit(path);
    answers.push([status, text.includes(`href="${path}"`)]);
  }
  assert.deepEqual(answers, [
    [503, true],
    [503, false],
  ]);
});

test('the form of the dashboard comes back too, on the home page where not even the sign-in can be looked up', async (t) => {
  let [isAway, isAllAway] = [true, false];
  const failing = withFailing('secrets', ['put'], () => (isAway ? away() : null));
  const silent = withFailing('accounts', ['find'], () => (isAllAway ? away() : null));
  const site = openAround(t, (store) => silent(failing(store)), AT_ONCE);
  const customer = await customerOf(site);
  await customer.open('/dashboard');
  for (isAllAway of [false, true]) {
    const refused = await customer.submit('/dashboard', typed);
    assert.equal(refused.status, 503);
    assert.equal(customer.textArea(), 'typed\n<text>');
  }
  [isAway, isAllAway] = [false, false];
  await customer.open('/dashboard');
  assert.equal((await customer.submit('/dashboard', typed)).status, 303);
});

test('feedback that could not be kept comes back in its form', async (t) => {
  const site = openAround(t, withFailing('feedback', ['keep'], away));
  const visitor = visitorOf(site);
  await visitor.open('/feedback');
  const refused = await visitor.submit('/feedback', { msg: 'Well\r\ndone', email: 'robin@example.com' });
  assert.equal(refused.status, 503);
  assert.equal(visitor.textArea(), 'Well\ndone');
  assert.match(refused.text, /value="robin@example\.com"/);
});
