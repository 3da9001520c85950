import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSessionId, sessionCookieValue } from '#src/http/session-cookie.ts';
import { countConstantTime } from '../support/constant-time.ts';

const [NOW, BEFORE] = ['the secret in force', 'the one before'];

test('a session cookie is signed as express-session signs it', () => {
  // The example of the cookie-signature package, which express-session signs with.
  const value = 's:hello.DGDUkGlIkCzPz+C0B064FNgHdEjox7ch8tOBGslZ5QI';
  assert.equal(sessionCookieValue('hello', 'tobiiscool'), value);
});

test('its id is believed under any of our signatures, and it says whether that one is in force', () => {
  const secrets = [NOW, BEFORE];
  assert.deepEqual(readSessionId(sessionCookieValue('an.id', NOW), secrets), { id: 'an.id', isFresh: true });
  assert.deepEqual(readSessionId(sessionCookieValue('an.id', BEFORE), secrets), { id: 'an.id', isFresh: false });
});

test('nothing else is a session', () => {
  const right = sessionCookieValue('id', NOW);
  const others = [
    sessionCookieValue('id', 'of a forger'),
    right.replace('id', 'ie'),
    right.slice(2),
    's:id',
    's:id.',
    '',
  ];
  for (const value of [...others, right.slice(0, -1), `${right}A`, `${right}=`]) {
    assert.equal(readSessionId(value, [NOW, BEFORE]), null, value);
  }
  assert.equal(readSessionId(right, []), null);
});

test('its signature is compared in constant time', (t) => {
  const compared = countConstantTime(t);
  readSessionId(sessionCookieValue('id', NOW), [NOW, BEFORE]);
  assert.equal(compared(), 1);
  readSessionId(sessionCookieValue('id', 'of a forger'), [NOW, BEFORE]);
  assert.equal(compared(), 3);
});
