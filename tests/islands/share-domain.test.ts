import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShareDomainModel } from '#src/islands/create-form/share-domain.ts';

const choice = (name: string, host = name) => ({ name, host, linkPrefix: `https://${host}/secret/` });
const site = choice('hush.example.org');
const others = [choice('secrets.example.com'), choice('xn--bcher-kva.example', 'bücher.example')];

interface Options {
  /** What the last visit left. */
  readonly stored?: string;
  readonly drawn?: string;
}

function setUp({ stored, drawn = '' }: Options) {
  const kept = new Map<string, string>(stored === undefined ? [] : [['selectedDomain', stored]]);
  const storage = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: string) => void kept.set(name, value),
  };
  return { model: createShareDomainModel({ site, others, drawn, storage }), kept };
}

test('the site itself is always among the choices, and the first of them [CRE-11]', () => {
  const { model } = setUp({});
  assert.deepEqual(
    model.choices.map(({ name }) => name),
    ['hush.example.org', 'secrets.example.com', 'xn--bcher-kva.example'],
  );
  assert.equal(model.chosen.value, site);
});

test('a choice is remembered and is there the next time [CRE-10]', () => {
  const { model, kept } = setUp({});
  model.choose('secrets.example.com');
  assert.deepEqual([...kept], [['selectedDomain', 'secrets.example.com']]);
  const { model: next } = setUp({ stored: 'secrets.example.com' });
  next.takeOver(next.chosen.value.name);
  assert.equal(next.chosen.value.host, 'secrets.example.com');
});

test('a remembered domain that is not to be had is ignored: the first is used [CRE-11]', () => {
  for (const stored of ['gone.example.net', '', 'toString']) {
    const { model } = setUp({ stored });
    model.takeOver(model.chosen.value.name);
    assert.equal(model.chosen.value, site);
    model.choose('secrets.example.com');
    model.choose(stored);
    assert.equal(model.chosen.value, site);
  }
});

test('what was chosen before the script came counts more than what is remembered [CRE-10]', () => {
  const { model, kept } = setUp({ stored: 'secrets.example.com' });
  model.takeOver('xn--bcher-kva.example');
  assert.equal(model.chosen.value.host, 'bücher.example');
  assert.equal(kept.get('selectedDomain'), 'xn--bcher-kva.example');
});

test('a form that comes back keeps its domain, whatever is remembered', () => {
  const { model } = setUp({ stored: 'secrets.example.com', drawn: 'hush.example.org' });
  model.takeOver('hush.example.org');
  assert.equal(model.chosen.value, site);
  const { model: unknown } = setUp({ drawn: 'gone.example.net' });
  assert.equal(unknown.chosen.value, site);
});

test('the preview is that of the chosen domain [CRE-09]', () => {
  const { model } = setUp({});
  assert.equal(model.chosen.value.linkPrefix, 'https://hush.example.org/secret/');
  model.choose('xn--bcher-kva.example');
  assert.equal(model.chosen.value.linkPrefix, 'https://bücher.example/secret/');
});
