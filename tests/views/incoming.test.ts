import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IncomingProps } from '#views/incoming/incoming-props.ts';
import type { Page } from '#views/page-props.ts';
import { context, render, tagsOf, textareaValue, wordsOf } from './sample-pages.ts';

const globals = { ...context.globals, incoming_recipient: 'support@example.org' };

function incomingPage(changes: Partial<IncomingProps> = {}): Page {
  const plain = { secret: '', ticketNumber: '', hasCaptcha: false, isSent: false, error: null };
  return { name: 'incoming', props: { ...plain, ...changes } };
}

const draw = (changes: Partial<IncomingProps> = {}) => render(incomingPage(changes), { globals });
const tagOf = (html: string, id: string) =>
  new RegExp(`<(?:input|textarea)[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? '';

test("the page is titled 'Support Details' and says what it is for [INC-01]", () => {
  const html = draw();
  assert.match(html, /<title>Support Details/);
  assert.match(wordsOf(html), /Support Details Send sensitive details to support without putting them in an e-mail\./);
});

test('its form posts to /incoming with its fields by their names, and the button is one of them [INC-06 INC-07]', () => {
  const html = draw();
  const form = /<form[^>]*action="\/incoming"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  assert.match(form, /^<form[^>]* method="post"/);
  const names = [...form.matchAll(/<(?:input|textarea|button)[^>]* name="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['utf8', 'shrimp', 'secret', 'ticketno', 'skill', 'kind']);
  assert.match(form, /name="shrimp" value="shrimp-token"/);
  const [button = ''] = tagsOf(form, 'button');
  for (const part of ['type="submit"', 'name="kind"', 'value="share"']) assert.ok(button.includes(` ${part}`), button);
  assert.doesNotMatch(form, /maxlength|minlength|enctype/i);
});

test('the secret has seven rows [INC-03]', () => {
  assert.match(tagOf(draw(), 'secret'), / name="secret" rows="7"/);
});

test('the ticket number is a required text field of any characters, with six digits as an example [INC-04]', () => {
  const html = draw();
  const field = tagOf(html, 'ticketno');
  for (const part of ['name="ticketno"', 'type="text"', 'required=""']) assert.ok(field.includes(` ${part}`), field);
  assert.doesNotMatch(field, /inputmode|pattern/i);
  assert.match(html, /<p class="hint" id="ticketno-hint">For example 123456,/);
  assert.match(field, /aria-describedby="ticketno-hint"/);
});

test('the recipient is the one of the page globals, to be read and not to be sent [INC-05]', () => {
  const field = tagOf(draw(), 'recipient');
  assert.match(field, / readOnly="" value="support@example\.org"/i);
  assert.doesNotMatch(field, / name=/);
});

test('what was wrong stands in an Error box, read out at once, and what was typed is still there [INC-09]', () => {
  const error = { field: 'secret', message: 'Too long <b>' };
  const html = draw({ secret: '\n a < b', ticketNumber: '"7"', error });
  assert.match(html, /id="incoming-alert"><div class="alert alert--danger" role="alert"[^>]*>/);
  assert.match(wordsOf(html), / Error Too long <b>/);
  assert.match(tagOf(html, 'secret'), /aria-describedby="incoming-alert" aria-invalid="true"/);
  assert.doesNotMatch(tagOf(html, 'ticketno'), /aria-invalid/);
  assert.equal(textareaValue(html, 'secret'), '\n a < b');
  assert.match(tagOf(html, 'ticketno'), /value="&quot;7&quot;"/);
  assert.equal(html.match(/aria-label="Error"/), null, 'it is said once');
});

test("after sending a Success box says 'Your email has been sent' [INC-08 INC-09]", () => {
  const html = draw({ isSent: true });
  assert.match(html, /<div class="alert alert--ok" role="status" tabindex="-1" autofocus="">/);
  assert.match(wordsOf(html), / Success Your email has been sent /);
});

test('neither box is there before', () => {
  assert.doesNotMatch(draw(), /class="alert/);
});

test('a captcha is there where it is asked for, and only with script', () => {
  assert.doesNotMatch(draw(), /class="captcha"|authenticity_payload/);
  const html = draw({ hasCaptcha: true });
  assert.match(html, /class="stack stack--xs needs-script"><div class="captcha" data-state="unverified"/);
  assert.match(html, /<input type="hidden" name="authenticity_payload" value=""/);
});
