import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appearancePage } from './sample-brand.ts';
import { renderWithDomains } from './sample-domains.ts';
import { tagsOf, textareaValue, wordsOf } from './sample-pages.ts';

const render = (changes: Parameters<typeof appearancePage>[0] = {}) => renderWithDomains(appearancePage(changes));

test('the appearance of a domain has its heading, its domain and the way back', () => {
  const html = render();
  assert.match(html, /<h1[^>]*>Appearance<\/h1><p><bdi>secrets\.example\.com<\/bdi>/);
  assert.match(html, /<a class="back" href="\/account\/domains">/);
});

test('its forms are forms without script too, and the one with a file says so', () => {
  const forms = tagsOf(render({ brand: { logo_url: '/brand/a/b' } }), 'form');
  const at = (path: string) =>
    forms.find((form) => form.includes(`action="/account/domains/secrets.example.com/${path}"`));
  for (const path of ['brand', 'logo', 'logo/remove']) assert.match(at(path) ?? '', /method="post"/);
  assert.match(at('logo') ?? '', /enctype="multipart\/form-data"/i);
});

test('what is kept stands in the fields', () => {
  const brand = {
    name: 'Harbour Bank',
    accent: '#1d7a46',
    before_reveal: 'Call\nus.',
    after_reveal: 'Bye.',
    home: true,
  };
  const html = render({ brand });
  const field = (name: string) => tagsOf(html, 'input').find((tag) => tag.includes(`name="${name}"`)) ?? '';
  assert.match(field('name'), /value="Harbour Bank"/);
  assert.match(field('accent'), /value="#1d7a46"/);
  assert.match(field('home'), /checked/);
  assert.equal(textareaValue(html, 'before_reveal'), 'Call\nus.');
  assert.equal(textareaValue(html, 'after_reveal'), 'Bye.');
  assert.match(wordsOf(html), /12 of 60/);
});

test('the present logo is shown with a way to remove it; without one there is only the upload', () => {
  const html = render({ brand: { logo_url: '/brand/a/b' } });
  assert.match(html, /<img[^>]* src="\/brand\/a\/b"[^>]*>/);
  assert.match(wordsOf(html), /Remove logo/);
  assert.doesNotMatch(render(), /<img|Remove logo/);
});

test('a logo that is not chosen yet is not read out as wrong [WCAG 4.1.2]', () => {
  const logo = tagsOf(render(), 'input').find((tag) => tag.includes('name="logo"')) ?? '';
  assert.match(logo, /required="" [\s\S]*aria-invalid="false"/);
});

test('what is wrong stands at its field, below its hint, everything else above the forms', () => {
  for (const field of ['name', 'accent', 'before_reveal', 'after_reveal', 'logo']) {
    const html = render({ error: { field, message: 'It is wrong.' } });
    assert.match(
      html,
      new RegExp(`id="${field}-hint"[\\s\\S]*<p class="error" id="${field}-error" role="alert"[^>]*>`),
    );
    const fields = [...tagsOf(html, 'input'), ...tagsOf(html, 'textarea')];
    const tag = fields.find((one) => one.includes(`name="${field}"`)) ?? '';
    assert.match(tag, new RegExp(`aria-describedby="[^"]*${field}-error"`));
    assert.match(tag, /aria-invalid="true"/);
    assert.doesNotMatch(html, /alert--danger/);
  }
  const html = render({ error: { field: null, message: 'It is wrong.' } });
  assert.match(html, /alert--danger" role="alert"[^>]*>[\s\S]*It is wrong\./);
  assert.doesNotMatch(html, /aria-invalid="true"/);
  assert.match(
    render({ notice: 'The logo is in place.' }),
    /<div class="alert alert--ok" role="status" tabindex="-1" autofocus="">[\s\S]*The logo is in place\./,
  );
});
