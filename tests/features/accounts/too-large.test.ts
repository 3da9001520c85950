import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });

/** More than any form may have. */
const tooMuch = { secret: 'x'.repeat(20_000_000) };

test('a form that is too large to be read is refused to somebody who is signed in as to one who is', async () => {
  const customer = await customerOf(site);
  const { status, text } = await customer.send('/account/password', tooMuch);
  assert.equal(status, 413);
  assert.match(text, /href="\/dashboard"/);
  assert.doesNotMatch(text, /href="\/signin|href="\/signup/);
});

test('a form that is too large to be read is refused to a stranger as to one', async () => {
  const { status, text } = await visitorOf(site).send('/', tooMuch);
  assert.equal(status, 413);
  assert.match(text, /href="\/signin/);
});
