import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EXAMPLE_VALUES } from '#src/openapi/example-values.ts';
import { callAs, customerOf } from '../features/accounts/people.ts';
import { openFrontDoor } from '../security/front-door.ts';
import { runChild } from '../support/children.ts';
import { needProgram } from '../support/programs.ts';

const stage = await openFrontDoor({ after });
const customer = await customerOf(stage);
const { body: made } = await callAs(stage, customer, '/account/apitoken', {});
const credentials = { HUSHLINK_USER: customer.address, HUSHLINK_TOKEN: String(made.record.apitoken) };
const server = `http://localhost:${stage.port}`;
const page = await (await fetch(`${server}/docs/api`)).text();
const bin = join(import.meta.dirname, '../../bin');

/** What the examples of an operation print at their end, where they pick a part of the answer. */
const OPERATIONS: Readonly<Record<string, RegExp>> = {
  concealSecret: /\/secret\/[0-9a-z]{31}/,
  generateSecret: /secret_value|\/secret\//,
  revealSecret: /the door code is 4711/,
  secretStatus: /new/,
  burnAsRecipient: /burned/,
  listRecent: /records|[0-9a-z]{31} /,
  readPrivate: /new/,
  burnAsSender: /burned/,
  checkAuth: /true|True|@/,
  sendFeedback: /message/,
  v1AuthCheck: /nominal/,
  v1Share: /[0-9a-z]{31}/,
  v1Generate: /value/,
  v1Reveal: /the door code is 4711/,
  v1ListRecent: /metadata_key/,
  v1ReadPrivate: /new/,
  v1Burn: /burned/,
};

const RUNS: Readonly<Record<string, (code: string) => [string, string[]]>> = {
  curl: (code) => ['sh', ['-c', code.replace('curl ', 'curl --silent --show-error --fail-with-body ')]],
  JavaScript: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
  Python: (code) => [needProgram('python3'), ['-c', code]],
  'Command line': (code) => ['sh', ['-c', code]],
};

async function conceal(fields: object) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${server}/api/v2/secret/conceal`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  });
  return (await answer.json()) as { record: Record<'secret' | 'metadata', { key: string }> };
}

/** The examples of an operation as they are printed, by language. */
function examplesOf(id: string): readonly [string, string][] {
  const [, rest = ''] = page.split(`aria-labelledby="${id}">`);
  const [own = ''] = rest.split('</article>');
  const found = own.matchAll(/aria-label="(curl|JavaScript|Python|Command line): [^>]*>([^<]*)</g);
  return Array.from(found, ([, label = '', code = '']) => [label, unescaped(code)]);
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&amp;': '&',
  };
  return text.replace(/&[#\w]+;/g, (sign) => signs[sign] ?? sign);
}

for (const [id, printed] of Object.entries(OPERATIONS)) {
  test(`the examples of ${id} run as they are printed, with the keys of a waiting secret`, async () => {
    const examples = examplesOf(id);
    assert.ok(examples.length >= 3);
    for (const [label, example] of examples) {
      const sent = { secret: 'the door code is 4711', passphrase: 'blue bicycle' };
      const { record } = await conceal(sent);
      const code = example
        .replaceAll(String(EXAMPLE_VALUES.secret_key), record.secret.key)
        .replaceAll(String(EXAMPLE_VALUES.key), record.metadata.key);
      const env = { ...credentials, HUSHLINK_PASSPHRASE: sent.passphrase, PATH: `${bin}:${process.env.PATH}` };
      const end = await runChild(...(RUNS[label]?.(code) ?? assert.fail(label)), { env });
      assert.equal(end.code, 0, `${label}: ${end.stdout}${end.stderr}`);
      assert.match(end.stdout, printed, label);
    }
  });
}
