#!/usr/bin/env node
// A client of Hushlink in JavaScript: Node 20 or newer, no package. README.md says how to use it.
import { randomBytes } from 'node:crypto';
import { fstatSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const server = (process.env.HUSHLINK_SERVER || 'http://localhost:3000').replace(/\/$/, '');
const timeoutMs = 30_000;
const longestWaitSeconds = 60;
const lostMs = 1000;
const usage = `usage: hushlink.mjs share [--ttl SECONDS] < TEXT
       hushlink.mjs generate [--ttl SECONDS]
       hushlink.mjs open|status|burn LINK   (or a KEY, or - to read it)`;

class Failure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

const makers = { share, generate };
const visitors = { open, status, burn };

try {
  await main();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`hushlink: ${error.message}`);
  process.exitCode = error.exitCode;
}

async function main() {
  const { name, operands, ttl } = readArguments();
  if (Object.hasOwn(makers, name) && operands.length === 0) return deliver(await makers[name](ttl));
  if (Object.hasOwn(visitors, name) && operands.length === 1 && ttl === '') {
    const link = partsOf(operands[0] === '-' ? (await readInput()).trim() : operands[0]);
    return deliver(await visitors[name](link), name === 'open');
  }
  throw new Failure(2, usage);
}

async function share(ttl) {
  const { metadata } = await call(server, 'secret/conceal', { secret: await readInput(), ttl, ...proof() });
  console.error(`private: ${metadata.metadata_url}`);
  return `${metadata.share_url}\n`;
}

async function generate(ttl) {
  const { metadata, secret_value } = await call(server, 'secret/generate', { ttl, ...proof() });
  console.error(`private: ${metadata.metadata_url}`);
  return `${metadata.share_url}\n${secret_value}\n`;
}

async function open({ site, side, key }) {
  if (side === 'private') throw new Failure(2, 'a private link opens nothing; it tells what became of the secret');
  if (isOutputClosed()) throw new Failure(2, 'standard output is closed; nothing was opened');
  const claimant = randomBytes(16).toString('base64url');
  const { secret_value } = await call(site, `secret/${key}`, { continue: true, ...proof() }, { claimant });
  return secret_value;
}

async function status({ site, side, key }) {
  const { state } = await call(site, side === 'secret' ? `secret/${key}/status` : `private/${key}`);
  return `${state}\n`;
}

async function burn({ site, side, key }) {
  const { state } = await call(site, `${side}/${key}/burn`, { continue: true, ...proof() });
  return `${state}\n`;
}

function deliver(output, isOnlyCopy = false) {
  try {
    writeFileSync(1, output);
  } catch {
    throw new Failure(9, `the output could not be written${isOnlyCopy ? `; ${keep(output)}` : ''}`);
  }
}

/** In a file that nobody else can read. Says how that went. */
function keep(content) {
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'hushlink-')), 'content');
    writeFileSync(path, content, { mode: 0o600 });
    return `the content is in ${path}`;
  } catch {
    return 'the content is lost';
  }
}

/** Node opens the null device in its place. */
function isOutputClosed() {
  const output = fstatSync(1);
  return output.isCharacterDevice() && output.rdev === statSync(devNull).rdev;
}

/** The record of the answer. A server that says when to come again is asked once more. */
async function call(site, path, body, { claimant, hasWaited = false } = {}) {
  const { code, retryAfter, answer } = await askAs(claimant, site, path, body);
  if (answer.success) return answer.record;
  const mayComeAgain = (code === 429 || code === 503) && answer.error_type !== 'StoreUncertain';
  if (mayComeAgain && !hasWaited && retryAfter <= longestWaitSeconds) {
    await wait(retryAfter * 1000);
    return call(site, path, body, { claimant, hasWaited: true });
  }
  const left = 'tries_left' in answer ? ` (tries left: ${answer.tries_left})` : '';
  throw new Failure(exitCodeOf(code, answer.error_type), answer.message + left);
}

/** A claimant may ask again for an answer that was lost on the way. */
async function askAs(claimant, site, path, body) {
  const headers = claimant ? { 'Idempotency-Key': claimant } : {};
  try {
    return await ask(site, path, body, headers);
  } catch (failure) {
    if (!claimant || failure.exitCode !== 6) throw failure;
  }
  await wait(lostMs);
  return ask(site, path, body, headers);
}

/** Status, seconds of Retry-After (or NaN) and JSON of the answer, whatever the status. No redirect is followed. */
async function ask(site, path, body, more) {
  const { code, retryAfter, text } = await exchange(`${site}/api/v2/${path}`, {
    headers: { 'Content-Type': 'application/json', ...more, ...authorization(site) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    const hint = 'if this was to change something, ask for the status first';
    throw new Failure(6, `no answer from ${site} (${error.cause?.message || error.message}); ${hint}`);
  });
  const answer = parse(text);
  if (typeof answer?.success !== 'boolean') throw new Failure(8, `${site} does not answer like a Hushlink (${code})`);
  return { code, retryAfter, answer };
}

async function exchange(url, request) {
  const response = await fetch(url, request);
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return { code: response.status, retryAfter, text: await response.text() };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The token goes to the site it belongs to alone. */
function authorization(site) {
  const user = process.env.HUSHLINK_USER;
  if (!user || site !== server) return {};
  return { Authorization: `Basic ${Buffer.from(`${user}:${setting('HUSHLINK_TOKEN')}`).toString('base64')}` };
}

function exitCodeOf(code, errorType) {
  if (errorType === 'WrongPassphrase') return 4;
  return { 404: 3, 409: 3, 429: 5 }[code] ?? (code >= 500 ? 8 : 7);
}

function proof() {
  return { passphrase: setting('HUSHLINK_PASSPHRASE') };
}

/** The variable, or what the file holds that is named instead, without newlines at its end. */
function setting(name) {
  const path = process.env[`${name}_FILE`];
  if (!path) return variable(name);
  const value = decode(read(path), path).replace(/\n+$/, '');
  if (value === '') throw new Failure(2, `there is nothing in ${path}`);
  return value;
}

function variable(name) {
  const value = process.env[name] ?? '';
  // Node puts this sign where bytes are no UTF-8.
  if (value.includes('\ufffd')) throw new Failure(2, `${name} is not UTF-8`);
  return value;
}

function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure(2, error.message);
  }
}

function decode(bytes, name) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(2, `${name} is not UTF-8`);
  }
}

async function readInput() {
  return decode(await buffer(process.stdin), 'standard input');
}

/** A key by itself is that of a secret on the server of the settings. */
function partsOf(link) {
  const found = /^(?:(https?:\/\/.+)\/(secret|private)\/)?([0-9a-z]{31})$/.exec(link);
  if (!found) throw new Failure(2, usage);
  return { site: found[1] ?? server, side: found[2] ?? 'secret', key: found[3] };
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { ttl: { type: 'string' } } });
    return { name: positionals[0] ?? '', operands: positionals.slice(1), ttl: values.ttl ?? '' };
  } catch {
    throw new Failure(2, usage);
  }
}
