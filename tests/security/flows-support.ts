import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Client } from '../durability/client.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import { awaitRoomIn } from '../support/windows.ts';
import type { Marks } from './flows.ts';
import { openForm } from './stores.ts';

const HOUR_MS = 3_600_000;
const RECIPIENT = 'support@canary.example';
const PASSPHRASE = `words of support ${randomBytes(6).toString('hex')}`;

/** The environment of a site that takes details for support. */
export const SUPPORT_ENV = {
  HUSHLINK_INCOMING_RECIPIENT: RECIPIENT,
  HUSHLINK_INCOMING_PASSPHRASE: PASSPHRASE,
  HUSHLINK_INCOMING_PER_HOUR: '3',
};

/**
 * Details for support: sent, opened by support, and all that goes wrong on the way. In the last minute of an hour it waits
 * for the next one, since what it sends must be counted together.
 */
export async function runSupportFlows(client: Client, marks: Marks, smtp: TestSmtpServer): Promise<void> {
  await awaitRoomIn(HOUR_MS);
  marks.add('passphrase', PASSPHRASE);
  marks.add('recipient', RECIPIENT);
  const earlier = linksIn(smtp).length;
  const form = await openForm(client, '/incoming');
  const fields = () => ({ kind: 'share', secret: marks.fresh('content'), ticketno: ticketNumber(marks) });
  const send = async (changes: Record<string, string> = {}) =>
    (await form.post('/incoming', { ...fields(), ...changes })).status;
  assert.equal(await send(), 303);
  const wrong = [
    { shrimp: 'stale' },
    { secret: '' },
    { ticketno: '' },
    { ticketno: `${ticketNumber(marks)}\r\nBcc: x` },
  ];
  for (const changes of wrong) assert.equal(await send(changes), 422);
  assert.equal(await send({ secret: marks.fresh('content').padEnd(10_010) }), 413);
  await client.ask(`/incoming?${new URLSearchParams(fields())}`);
  await client.ask(`/incoming/${encodeURIComponent(ticketNumber(marks))}`);
  await smtp.until(() => linksIn(smtp).length > earlier);
  const path = String(linksIn(smtp).at(-1));
  marks.add('secret key', path.slice('/secret/'.length));
  assert.equal((await form.post(path, { continue: 'true', passphrase: PASSPHRASE })).status, 200);
  for (const status of [303, 303, 429]) assert.equal(await send(), status);
}

/** While the store does not work. */
export async function sendWithoutStore(client: Client, marks: Marks) {
  const form = await openForm(client, '/incoming');
  return form.post('/incoming', { secret: marks.fresh('content'), ticketno: ticketNumber(marks) });
}

/** One that stands nowhere else, shorter than what the log takes for a key. */
function ticketNumber(marks: Marks): string {
  const value = `Ticket é ${randomBytes(6).toString('hex')}`;
  marks.add('ticket number', value);
  return value;
}

/** Paths of the links that support has got so far. */
function linksIn({ mails }: TestSmtpServer): readonly string[] {
  const ours = mails.filter(({ to }) => to.includes(RECIPIENT));
  return ours.flatMap(({ parsed }) => /\/secret\/[0-9a-z]{31}/.exec(String(parsed.text))?.[0] ?? []);
}
