import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { FeedbackForm } from '#src/islands/feedback/island.tsx';
import type { FeedbackProps } from '#views/feedback/feedback-props.ts';
import type { Page } from '#views/page-props.ts';
import { render, tagsOf, textareaValue, wordsOf } from './sample-pages.ts';
import { signedIn } from './sample-people.ts';

function feedbackPage(changes: Partial<FeedbackProps> = {}): Page {
  return {
    name: 'feedback',
    props: { message: '', address: '', isSent: false, isRed: false, error: null, ...changes },
  };
}

test('the page says what it is for and holds a note of thanks [FB-01]', () => {
  const words = wordsOf(render(feedbackPage()));
  assert.match(words, /Share your feedback/);
  assert.match(words, /Thank you for writing\..*The founder/);
});

test('the form has its fields by their names, three rows, and no rule for the message [FB-05 FB-12 FB-13 FB-16 CSRF-07]', () => {
  const html = render(feedbackPage());
  const names = [...html.matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['utf8', 'shrimp', 'tz', 'version', 'msg', 'email', 'skill', 'authenticity_payload']);
  const [area = ''] = tagsOf(html, 'textarea');
  assert.match(area, / rows="3"/);
  assert.doesNotMatch(area, /required|minlength|maxlength/i);
  assert.match(html, /name="version" value="1\.2\.3"/);
  assert.match(html, /name="utf8" value="✓"/);
  assert.match(html, /name="shrimp" value="shrimp-token"/);
});

test('in the dialog it has four rows and the browser asks for a message [FB-05 FB-12]', () => {
  const plain = {
    ...{ id: 'x', custid: null, version: '1', message: '', address: '' },
    isSent: false,
    isRed: false,
    error: null,
  };
  const html = renderToString(createElement(FeedbackForm, { ...plain, rows: 4, isRequired: true }));
  assert.match(tagsOf(html, 'textarea')[0] ?? '', / rows="4" required=""/);
});

test('a visitor sees the captcha and a field for an address [FB-08 FB-19 FB-26]', () => {
  const html = render(feedbackPage());
  assert.match(html, /class="captcha" data-state="unverified"/);
  assert.match(wordsOf(html), /I'm not a robot/);
  assert.match(html, /name="email" type="email"|type="email"[^>]*name="email"/);
});

test('somebody signed in sees no captcha, and the own custid among what we will see [FB-09]', () => {
  const html = render(feedbackPage(), signedIn());
  assert.doesNotMatch(html, /captcha|name="email"/);
  assert.match(wordsOf(html), /We will also see: robin@example\.com, time zone, version\./);
});

test('what needs script is not shown without it, and the trap is seen by nobody', () => {
  const html = render(feedbackPage());
  assert.match(html, /class="stack stack--xs needs-script"><div class="captcha"/);
  assert.match(html, /<input[^>]*tabindex="-1"[^>]*hidden=""[^>]*name="skill"|name="skill"[^>]*hidden=""/i);
});

test('an error is read out in red below the form, and what was typed is still there [FB-15]', () => {
  const message = 'Please write a message.';
  const html = render(feedbackPage({ message: '\n a < b', address: 'r@e.org', error: { field: 'msg', message } }));
  assert.ok(html.indexOf('class="error"') > html.indexOf('type="submit"'));
  assert.match(html, /<p class="error" id="feedback-error" role="alert"[^>]*>.*Please write a message\./);
  assert.match(
    tagsOf(html, 'textarea')[0] ?? '',
    /aria-describedby="feedback-hint feedback-error" aria-invalid="true"/,
  );
  assert.equal(textareaValue(html, 'feedback-msg'), '\n a < b');
  assert.match(html, /value="r@e\.org"/);
});

test('after it was sent the page says so [FB-14]', () => {
  assert.match(
    render(feedbackPage({ isSent: true })),
    /role="status" tabindex="-1" autofocus=""><div class="alert alert--ok">.*Feedback received\./,
  );
});

test('the button may be red [FB-11]', () => {
  const button = (isRed: boolean) =>
    tagsOf(render(feedbackPage({ isRed })), 'button').find((tag) => /submit/.test(tag));
  assert.match(button(true) ?? '', /btn--danger/);
  assert.match(button(false) ?? '', /btn--primary/);
});
