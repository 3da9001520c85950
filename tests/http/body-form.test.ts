import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../support/app.ts';

const { app } = createTestApp({ after });

const post = (contentType: string, body: string | Buffer) =>
  supertest(app)
    .post('/api/v2/secret/conceal')
    .set('Host', 'localhost')
    .set('Content-Type', contentType)
    .serialize((text) => text)
    .send(body as string);

/** Objects, one in the other. */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test('JSON may be eleven objects deep, and no deeper', async () => {
  const bodyOf = (levels: number) => `{"secret":"x","other":${nested(levels)}}`;
  assert.equal((await post('application/json', bodyOf(10))).status, 200);
  assert.equal((await post('application/json', bodyOf(11))).status, 400);
});

test('a body that says it is not coded is as good as one that says nothing, and any other is refused', async () => {
  const statusOf = async (coding: string) =>
    (await post('application/json', '{"secret":"x"}').set('Content-Encoding', coding)).status;
  for (const coding of ['identity', 'Identity', '', 'identity, identity']) {
    assert.equal(await statusOf(coding), 200, coding);
  }
  for (const coding of ['gzip', 'GZIP', 'identity, gzip', 'utf-8']) assert.equal(await statusOf(coding), 415, coding);
});

test('blanks behind the boundary of a form belong to its line', async () => {
  const field = 'Content-Disposition: form-data; name="secret"';
  const form = `--b \t\r\n${field}\r\n\r\nthe door code\r\n--b--\r\n`;
  const { status, body } = await post('multipart/form-data; boundary=b', form);
  assert.deepEqual([status, body.details?.kind], [200, 'share']);
});

test('a form whose text is not UTF-8 is refused, in parts too, and nothing is guessed', async () => {
  const field = 'Content-Disposition: form-data; name="secret"';
  const formOf = (content: string) => Buffer.from(`--b\r\n${field}\r\n\r\n${content}\r\n--b--\r\n`, 'latin1');
  const answers = [];
  for (const content of ['caf\xc3\xa9', 'caf\xe9']) {
    answers.push((await post('multipart/form-data; boundary=b', formOf(content))).status);
  }
  assert.deepEqual(answers, [200, 400]);
});

test('a form with a part that is coded is refused, so that nothing else is shared than what came', async () => {
  const field = 'Content-Disposition: form-data; name="secret"';
  const statusOf = async (headers: string, content = '/w==') => {
    const form = `--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`;
    return (await post('multipart/form-data; boundary=b', form)).status;
  };
  for (const coding of ['base64', 'BASE64', 'base64 \t', 'quoted-printable', 'x-own', '7bit, base64', '']) {
    assert.equal(await statusOf(`${field}\r\nContent-Transfer-Encoding: ${coding}`), 400, coding);
    assert.equal(await statusOf(`content-transfer-encoding :\t${coding}\r\n${field}`), 400, coding);
  }
  for (const coding of ['7bit', '8bit', 'Binary', ' binary ']) {
    assert.equal(await statusOf(`${field}\r\nContent-Transfer-Encoding: ${coding}`), 200, coding);
  }
  assert.equal(await statusOf(field, 'Content-Transfer-Encoding: base64\r\n\r\n/w=='), 200);
});
