import { maxHeaderSize, type Server } from 'node:http';
import type { OpenApiDocument } from '#src/openapi/json.ts';
import { type AnswerCheck, createOperationFinder } from '../support/answer-check.ts';
import type { TestClock } from '../support/clock.ts';
import { NO_BODY, type Written, writeBody } from './bytes.ts';
import type { Caller } from './callers.ts';
import type { Call, Step } from './calls.ts';
import { createKnowledge, type Knowledge, marked, textAt } from './knowledge.ts';
import type { Person, Role } from './people.ts';
import { BrokenPromise } from './promises.ts';
import type { Tally } from './tally.ts';
import { type Fields, SHRIMP, SOLVED, VISIT } from './values.ts';
import { type Reply, type Sent, sendTo } from './wire.ts';

/** A site that is visited again and again. */
export interface Stage {
  readonly host: string;
  readonly server: Server;
  readonly clock: TestClock;
  readonly document: OpenApiDocument;
  readonly check: AnswerCheck;
  readonly tally: Tally;
  readonly makePerson: (role: Role, visit: string) => Promise<Person>;
  /** What is in the DNS from now on. */
  readonly publish: (host: string, text: string) => void;
  readonly watch: (sent: Buffer) => void;
  /** After this long without an answer none will come. */
  readonly hangMs: number;
  /** A number that was not given before. */
  readonly next: () => number;
}

/** Goes through the steps as somebody new, with people of their own; throws where the site does not keep a promise. */
export async function visit(stage: Stage, steps: readonly Step[]): Promise<void> {
  const guest = createGuest(stage);
  for (const step of steps) {
    if ('waitSeconds' in step) stage.clock.advance(step.waitSeconds * 1000);
    else await Promise.all(Array.from({ length: step.copies }, () => guest.call(step)));
  }
  const status = await guest.call(STATUS);
  if (status?.status !== 200 && status?.status !== 429) throw new BrokenPromise(`the server is not what it was`);
}

const STATUS: Call = {
  ...{ operation: 'siteStatus', path: '/api/v2/status', method: 'GET', part: null, tail: '', copies: 1 },
  ...{ caller: { by: 'nothing' }, headers: [], body: null },
};
const AUTHCHECK: Call = { ...STATUS, operation: 'checkAuth', path: '/api/v2/authcheck' };

function createGuest(stage: Stage) {
  const { host, tally, document } = stage;
  const name = String(stage.next());
  const knowledge = createKnowledge();
  const people = new Map<Role, Promise<Person>>();
  const find = createOperationFinder(document);
  const address = `198.51.100.${(Number(name) % 8) + 1}`;
  const personOf = (role: Role) => people.getOrInsertComputed(role, () => stage.makePerson(role, name));

  async function call(drawn: Call): Promise<Reply | null> {
    const person = 'role' in drawn.caller ? await personOf(drawn.caller.role) : null;
    if (drawn.caller.by === 'session' && person?.shrimp === null && drawn.operation !== 'checkAuth') {
      person.shrimp = '';
      await call({ ...AUTHCHECK, caller: drawn.caller });
    }
    const content = drawn.body && (await contentOf(drawn.body.fields, knowledge));
    const written = drawn.body && content ? writeBody({ ...drawn.body, fields: content.fields }) : NO_BODY;
    const part = drawn.part === null ? '' : knowledge.partOf(drawn.part);
    const path = drawn.path.replace(/\{\w+\}/, () => part).replaceAll(VISIT, name) + drawn.tail;
    const target = written.query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${written.query}`;
    const sent: Sent = {
      ...{ method: drawn.method, address, hangsUp: written.hangsUp },
      bytes: requestBytes(drawn, { target, written, host, lines: linesOf(drawn.caller, person) }),
    };
    stage.watch(sent.bytes);
    const reply = await sendTo(stage.server, sent, stage.hangMs);
    const asked = askedOf(drawn, target);
    if (reply === null) {
      if (!written.hangsUp) throw new BrokenPromise(`no answer to ${show(sent)}`);
      tally.count(asked, 'hung up');
      return null;
    }
    judge(reply, { drawn, sent, path: target.split(/[?#]/, 1)[0] ?? '' });
    tally.count(asked, String(reply.status));
    const isKnown = written.isWhole && drawn.body?.type === 'right' && content?.content?.isWellFormed();
    const told = { operation: asked, part, claimant: claimantOf(drawn) };
    knowledge.learn({ ...told, content: isKnown ? (content?.content ?? null) : null }, reply);
    if (person !== null) noteChanges(person, drawn.caller, asked, reply);
    if (asked === 'addDomain' && reply.status === 200) publishProof(reply);
    return reply;
  }

  function askedOf({ method }: Call, target: string): string | null {
    return find(method, target.split(/[?#]/, 1)[0] ?? '').operation?.operationId ?? null;
  }

  async function contentOf(fields: Fields, { solved }: Knowledge) {
    const filled = await filledIn(fields, name, solved);
    return marked(filled, `~m${stage.next()}~`);
  }

  function judge(reply: Reply, { drawn, sent, path }: { drawn: Call; sent: Sent; path: string }): void {
    const { method } = sent;
    const { status, headers, body } = reply;
    if (isOfParser(reply) && (sent.hangsUp || isTooLong(sent) || mayBeNoHttp(drawn))) return;
    const problem = stage.check({ method, path, status, headers, body });
    if (problem !== null) throw new BrokenPromise(`${problem}\nasked by ${show(sent)}`);
    if (status === 429 && headers['retry-after'] === undefined)
      throw new BrokenPromise(`429 without an end\n${show(sent)}`);
    // Nothing is away and nobody else is here: whatever cannot be done now is a mistake of ours.
    if (status >= 500) throw new BrokenPromise(`${status} ${body}\nasked by ${show(sent)}`);
  }

  function publishProof({ body }: Reply): void {
    const record = JSON.parse(body).record;
    // Half of the domains are proven.
    if (/^secrets/.test(record.display_domain)) {
      stage.publish(`${record.txt_validation_host}.${record.base_domain}`, record.txt_validation_value);
    }
  }

  return { call };
}

function claimantOf({ headers }: Call): string | null {
  const [claimant, ...others] = headers.filter(([name]) => name === 'Idempotency-Key').map(([, value]) => value);
  return claimant === undefined || others.length > 0 ? null : claimant;
}

/** What Node answers by itself to what is no request of HTTP, before anything of ours is asked. */
function isOfParser({ status, headers, body }: Reply): boolean {
  return [400, 413, 431].includes(status) && body === '' && headers['x-request-id'] === undefined;
}

/** More before the body than Node reads. */
function isTooLong({ bytes }: Sent): boolean {
  return bytes.indexOf('\r\n\r\n') > maxHeaderSize;
}

function mayBeNoHttp({ headers, caller, part, body, tail }: Call): boolean {
  const lines = [...headers, ...(caller.by === 'headers' ? caller.lines : [])];
  const isOdd = part !== null && 'text' in part;
  return (
    isOdd ||
    tail !== '' ||
    body?.spoiling?.kind === 'length' ||
    lines.some(([name, value]) => name === 'Host' || value === '')
  );
}

interface Around {
  readonly target: string;
  readonly written: Written;
  readonly host: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

function requestBytes({ method, headers }: Call, { target, written, host, lines }: Around): Buffer {
  const hasHost = headers.some(([name]) => name === 'Host');
  const all = [...(hasHost ? [] : [['Host', host] as const]), ...headers, ...lines, ...written.headers];
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...all.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), written.bytes]);
}

function linesOf(caller: Caller, person: Person | null): Around['lines'] {
  switch (caller.by) {
    case 'nothing':
      return [];
    case 'headers':
      return caller.lines;
    case 'token':
      return [['Authorization', `Basic ${btoa(`${person?.custid}:${person?.token}`)}`]];
    case 'session':
      return [
        ['Cookie', person?.cookie ?? ''],
        ['O-Shrimp', caller.shrimp.replaceAll(SHRIMP, person?.shrimp ?? '')],
      ];
  }
}

/** A token that was made anew, a session that took the place of another, and the newest of its shrimps. */
function noteChanges(person: Person, caller: Caller, asked: string | null, { status, headers, body }: Reply): void {
  const told = caller.by === 'session' && body.startsWith('{') ? textAt(JSON.parse(body), 'shrimp') : undefined;
  if (told !== undefined && told !== '') person.shrimp = told;
  if (status !== 200 || body === '') return;
  if (asked === 'makeApiToken') person.token = textAt(JSON.parse(body), 'record', 'apitoken') ?? person.token;
  const [, cookie] = /^(sess=[^;]+)/m.exec(headers['set-cookie'] ?? '') ?? [];
  if (cookie !== undefined && caller.by === 'session') person.cookie = cookie;
}

/** Texts with what only the visit knows. */
async function filledIn(fields: Fields, name: string, solved: () => Promise<string>): Promise<Fields> {
  const needsSolution = Object.values(fields).includes(SOLVED);
  const solution = needsSolution ? await solved() : '';
  const fill = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll(VISIT, name).replaceAll(SOLVED, solution) : value;
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, fill(value)]));
}

function show({ bytes }: Sent): string {
  return JSON.stringify(bytes.subarray(0, 1500).toString('latin1'));
}
