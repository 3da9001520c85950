import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { isUntrusted, systemCode } from '#src/cli/system/system-code.ts';
import { reasonOf } from '#src/open-store.ts';
import { listening } from '../support/listening.ts';

test('a reason names what stands behind an error, of a host with several addresses that of the first', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:6379`));
  const said = (cause?: unknown) => reasonOf(new Error('Redis does not answer', { cause }));
  assert.equal(said(), 'Redis does not answer');
  assert.equal(said(refused[1]), 'Redis does not answer (connect ECONNREFUSED 127.0.0.1:6379)');
  assert.equal(said(new AggregateError(refused)), 'Redis does not answer (connect ECONNREFUSED ::1:6379)');
  assert.equal(reasonOf('a word'), 'unknown error');
});

test('the name of a failed request is that of the first address that was tried, and else the kind of the error', () => {
  const tried = ['ECONNREFUSED', 'ETIMEDOUT'].map((code) => Object.assign(new Error('connect'), { code }));
  assert.equal(systemCode(new TypeError('fetch failed', { cause: new AggregateError(tried) })), 'ECONNREFUSED');
  assert.equal(systemCode(new TypeError('fetch failed', { cause: new Error('odd') })), 'TypeError');
});

test('a certificate is untrusted where theirs is no good, not where they miss ours', () => {
  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    assert.equal(isUntrusted(code), true, code);
  for (const code of [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ECONNREFUSED',
  ])
    assert.equal(isUntrusted(code), false, code);
});

test('of a server that speaks no HTTP the kind of its fault is told, and not that fetch has failed', async (t) => {
  const server = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-Other\r\n'));
  const port = await listening(t, server);
  assert.equal(await fetch(`http://127.0.0.1:${port}`).catch(systemCode), 'HTTPParserError');
});
