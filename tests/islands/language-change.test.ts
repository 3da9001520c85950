import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createLanguageChange, type NewPage } from '#src/islands/language/change.ts';
import { pairPlaces } from '#src/islands/language/island-places.ts';
import { createSpeech } from '#src/islands/language/speech.ts';
import { updateLocale } from '#src/islands/settings/api.ts';
import { createNetwork, json, t } from './samples.ts';

const GERMAN = { 'copy.button.copied': 'Kopiert!' };

/** A page in English, and what happens to it in order. */
function setUp(answers: readonly (Response | Error)[], page: Partial<NewPage> | Error = {}) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const speech = createSpeech({ 'copy.button.copied': 'Copied!' }, 'en');
  const done: string[] = [];
  let kept: string | null = 'en';
  const change = createLanguageChange({
    storage: {
      read: () => kept,
      write(locale) {
        done.push(`keep ${locale}`);
        kept = locale;
      },
    },
    updateLocale: async (locale) => {
      done.push('post');
      return updateLocale(client, locale, t);
    },
    fetchPage: async () => {
      done.push('fetch');
      if (page instanceof Error) throw page;
      return { lang: 'de', pack: GERMAN, show: () => done.push('show'), ...page };
    },
    speak(pack, lang) {
      done.push('speak');
      speech.speak(pack, lang);
    },
    sayFailed: () => 'could not be loaded',
    log: (message) => done.push(message),
  });
  return { ...network, change, done, speech, kept: () => kept };
}

const TAKEN = { success: true, new_locale: 'de', old_locale: 'en' };

test('a language is kept for the tab, then told to the server, then the page is put into it [I18N-05 I18N-06]', async () => {
  const { change, sent, done, kept } = setUp([json(TAKEN)]);
  assert.equal(await change('de'), null);
  assert.equal(sent[0]?.url, '/api/v2/account/update-locale');
  assert.deepEqual(sent[0]?.fields, { locale: 'de', shrimp: 'token' });
  assert.deepEqual(done, ['keep de', 'post', 'fetch', 'speak', 'show']);
  assert.equal(kept(), 'de');
});

test('what was made before the change speaks the new language after it [I18N-05]', async () => {
  const { change, speech } = setUp([json(TAKEN)]);
  const { t: early } = speech.texts.peek();
  await change('de');
  assert.deepEqual([early('copy.button.copied'), speech.texts.peek().lang], ['Kopiert!', 'de']);
});

test('a refused language shows what the server says, or that it said nothing, and nothing is changed [ERR-05]', async () => {
  const said = setUp([json({ message: 'There is no such language.' }, 422)]);
  assert.equal(await said.change('xx'), 'Failed to update language: There is no such language.');
  assert.deepEqual([said.done, said.kept()], [['keep xx', 'post', 'keep en'], 'en']);
  for (const answer of [json({}, 404), json({}, 429), json({}, 499), new Response('<html>', { status: 400 })]) {
    assert.equal(await setUp([answer]).change('xx'), 'Failed to update language: Unknown error');
  }
});

test('a language that could not be changed for another reason says so [ERR-06]', async () => {
  const odd = [new Error('offline'), json({ message: 'a detail' }, 500), new Response('{', { status: 200 })];
  for (const answer of odd) {
    assert.equal(await setUp([answer]).change('de'), 'An unexpected error occurred while updating the language');
  }
});

test('words that do not come leave the page in the old language, and the page says so [I18N-07]', async () => {
  const { change, done, speech } = setUp([json(TAKEN)], new Error('the pack did not load'));
  assert.equal(await change('de'), 'could not be loaded');
  assert.deepEqual(done, ['keep de', 'post', 'fetch', 'The words of a language did not load']);
  assert.equal(speech.texts.peek().t('copy.button.copied'), 'Copied!');
});

test('a language chosen while another is on its way waits for it, so that the page ends in the last one', async () => {
  const { change, done, kept } = setUp([json(TAKEN), json({ message: 'no' }, 422)]);
  const both = await Promise.all([change('de'), change('xx')]);
  assert.deepEqual(both, [null, 'Failed to update language: no']);
  assert.deepEqual(done, ['keep de', 'post', 'fetch', 'speak', 'show', 'keep xx', 'post', 'keep de']);
  assert.equal(kept(), 'de');
});

test('a page that came without a token gets one with the refusal, and the change succeeds', async () => {
  const { change, sent } = setUp([json({ error_type: 'BadShrimp', shrimp: 'fresh' }, 422), json(TAKEN)]);
  assert.equal(await change('de'), null);
  assert.deepEqual(
    sent.map(({ fields }) => fields.shrimp),
    ['token', 'fresh'],
  );
});

test('islands of two documents are paired by name and order; one that is gone has no partner', () => {
  const place = (island: string, id: string) => ({ dataset: { island, id } });
  const pairs = pairPlaces(
    [place('copy-link', 'a'), place('reveal', 'b'), place('copy-link', 'c')],
    [place('settings', '1'), place('copy-link', '2'), place('copy-link', '3')],
  );
  assert.deepEqual(
    pairs.map(([one, other]) => `${one.dataset.id}${other.dataset.id}`),
    ['a2', 'c3'],
  );
});
