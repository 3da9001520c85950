import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LOGO_BYTES } from '#src/features/domains/domain-bounds.ts';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { type BrandStart, createBrandModel } from '#src/islands/workspace/domain-brand/model.ts';
import { domain } from '../views/sample-brand.ts';
import { createNetwork, json, t } from './samples.ts';

function setUp(start: Partial<BrandStart>, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const deps = { client, t, go: () => {}, later: () => {} };
  const model = createBrandModel({ domain, error: null, notice: null, ...start }, deps);
  return { ...network, model };
}

const answered = (logo_url: string | null) =>
  json({
    success: true,
    message: 'The logo is in place.',
    record: { ...domain, brand: { ...domain.brand, logo_url } },
  });
const logo = (size: number) => new File([new Uint8Array(size)], 'logo.png');

test('what was typed is sent as a whole, and the page says that it is kept', async () => {
  const { model, sent } = setUp({ notice: 'old news' }, json({ message: 'The appearance is saved.', record: domain }));
  await model.save([
    ['name', 'Harbour Bank'],
    ['home', 'on'],
  ]);
  assert.equal(sent[0]?.url, '/api/v2/account/domains/secrets.example.com/brand');
  assert.deepEqual(sent[0]?.fields, { name: 'Harbour Bank', home: 'on', shrimp: 'token' });
  assert.deepEqual([model.noticeAt('words'), model.noticeAt('page')], ['The appearance is saved.', null]);
  assert.deepEqual([model.failure.value, model.isSaving.value], [null, false]);
});

test('a refusal stands at its field, and the news of before is gone', async () => {
  const refusal = json({ success: false, field: 'accent', message: 'That is not a colour.' }, 422);
  const { model } = setUp({ notice: 'old news' }, refusal);
  await model.save([['accent', 'x']]);
  assert.deepEqual(model.failure.value, { field: 'accent', message: 'That is not a colour.' });
  assert.equal(model.noticeAt('page'), null);
});

test('a logo is shown as soon as it is in place, and no more once it is removed', async () => {
  const { model, sent } = setUp({}, answered('/brand/a/b'), answered(null));
  await model.upload([['logo', logo(10)]]);
  assert.equal(sent[0]?.url, '/api/v2/account/domains/secrets.example.com/logo');
  assert.ok(sent[0]?.body instanceof FormData);
  assert.equal(model.logoUrl.value, '/brand/a/b');
  assert.deepEqual([model.noticeAt('logo'), model.noticeAt('words')], ['The logo is in place.', null]);
  await model.removeLogo([]);
  assert.equal(sent[1]?.url, '/api/v2/account/domains/secrets.example.com/logo/remove');
  assert.equal(model.logoUrl.value, null);
});

test('a logo that is too large is not even sent', async () => {
  const { model, sent } = setUp({ notice: 'old news' }, answered('/brand/a/b'));
  await model.upload([['logo', logo(MAX_LOGO_BYTES + 1)]]);
  assert.deepEqual(model.failure.value, { field: 'logo', message: 'A logo may be at most 100 kB.' });
  assert.deepEqual([sent.length, model.noticeAt('page')], [0, null]);
  await model.upload([['logo', logo(MAX_LOGO_BYTES)]]);
  assert.deepEqual([sent.length, model.failure.value], [1, null]);
});

test('when the server cannot be reached the logo of before stays', async () => {
  const start = { domain: { ...domain, brand: { ...domain.brand, logo_url: '/brand/a/b' } } };
  const { model } = setUp(start, new Error('offline'));
  await model.removeLogo([]);
  assert.equal(model.logoUrl.value, '/brand/a/b');
  assert.notEqual(model.failure.value, null);
});

test('of two forms on their way one takes nothing back of what the other was told', async () => {
  const refusal = json({ success: false, field: 'accent', message: 'That is not a colour.' }, 422);
  const { model } = setUp({}, refusal, answered('/brand/a/b'), answered('/brand/c/d'), answered(null));
  await Promise.all([model.save([['accent', 'x']]), model.upload([['logo', logo(10)]])]);
  assert.equal(model.failure.value?.field, 'accent');
  await Promise.all([model.upload([['logo', logo(10)]]), model.save([['accent', '']])]);
  assert.deepEqual([model.failure.value, model.logoUrl.value], [null, '/brand/c/d']);
});

test('what is saved is what the page came with, and then what was sent last and not refused', async () => {
  const refusal = json({ success: false, field: 'accent', message: 'That is not a colour.' }, 422);
  const { model } = setUp({}, refusal, json({ message: 'The appearance is saved.', record: domain }));
  await model.save([['before_reveal', 'Call us first.']]);
  assert.deepEqual(model.saved.value, domain.brand);
  await model.save([['before_reveal', 'Call us twice.']]);
  assert.equal(model.saved.value?.before_reveal, 'Call us twice.');
  const { model: refused } = setUp({ error: { field: 'accent', message: 'That is not a colour.' } });
  assert.equal(refused.saved.value, null);
});

test('what was sent is what the fields begin with when the page is drawn again, also where it was refused', async () => {
  const { model } = setUp({}, json({ success: false, field: 'accent', message: 'That is not a colour.' }, 422));
  assert.deepEqual(model.brand(), domain.brand);
  const saving = model.save([
    ['name', 'Harbour Bank'],
    ['accent', 'reddish'],
    ['home', 'on'],
  ]);
  assert.equal(model.isAwaiting.value, true);
  await saving;
  const sent = { name: 'Harbour Bank', accent: 'reddish', before_reveal: '', after_reveal: '', home: true };
  assert.deepEqual([model.brand(), model.isAwaiting.value], [sent, false]);
});
