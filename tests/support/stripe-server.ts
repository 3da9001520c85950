import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Stripe from 'stripe';
import { freePort } from './free-port.ts';
import { createStripeBooks, newId, type StripeBooks, type StripeSession } from './stripe-books.ts';

/** How the server treats who comes. */
export type StripeManner =
  | 'answer'
  /** 500 to everything; nothing is done. */
  | 'fail'
  /** Breaks every connection off. */
  | 'away'
  /** Reads and does what is asked, and answers only when it is told to. */
  | 'slow';

export interface StripeCall {
  /** 'GET /v1/customers/cus_1'. */
  readonly route: string;
  readonly fields: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

export interface TestStripeServer {
  /** What HUSHLINK_BILLING_STRIPE_ORIGIN takes. */
  readonly origin: string;
  readonly books: StripeBooks;
  manner: StripeManner;
  /** Every call, answered or not, in order. */
  readonly calls: readonly StripeCall[];
  /** Answers what waits, or of that only the one at this place. */
  release(place?: number): void;
  /** How many calls wait for an answer. */
  readonly held: number;
  /** Resolves once so many calls wait for an answer. */
  waiting(count: number): Promise<void>;
  /** Resolves once that route has been called. */
  called(route: string): Promise<void>;
  /** A message about something, as it is sent to our webhook. */
  message(type: string, about: object): Buffer;
  /** The header that belongs to it, made by the real library. */
  sign(body: Buffer, atMs: number, secret?: string): string;
  stop(): Promise<void>;
}

export const STRIPE_KEY = 'sk_test_51TheKeyOfTheTests';
export const WEBHOOK_SECRET = 'whsec_TheSecretOfTheTests';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** The few routes of Stripe's API that are used, on a loopback port. */
export async function startStripeServer(now: () => number): Promise<TestStripeServer> {
  const books = createStripeBooks(now);
  const calls: StripeCall[] = [];
  const kept = new Map<string, { readonly asked: string; readonly answer: Answer }>();
  const sockets = new Set<Socket>();
  const [held, waiters] = [new Set<() => void>(), new Set<() => void>()];
  const state = { manner: 'answer' as StripeManner };
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = createServer(async (request, response) => {
    const text = await readAll(request);
    const call = callOf(request, text);
    calls.push(call);
    for (const look of [...waiters]) look();
    if (state.manner === 'away') return request.socket.destroy();
    if (request.headers.authorization === undefined) return showPage(response, call.route);
    if (state.manner === 'fail') return send(response, refusal(500, 'api_error', 'a failure'));
    const key = request.headers['idempotency-key'];
    const before = typeof key === 'string' ? kept.get(key) : undefined;
    const answer = before ? again(before, text) : answerTo(call, books, origin);
    if (typeof key === 'string' && !before) kept.set(key, { asked: text, answer });
    if (state.manner === 'slow') await holdBack(held, waiters);
    send(response, answer);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    ...{ origin, books, calls },
    get manner() {
      return state.manner;
    },
    set manner(manner) {
      state.manner = manner;
    },
    release: (place) => {
      const all = [...held];
      for (const answer of place === undefined ? all : [all[place]]) answer?.();
    },
    get held() {
      return held.size;
    },
    waiting: (count) => until(() => held.size >= count, waiters),
    called: (wanted) => until(() => calls.some(({ route }) => route === wanted), waiters),
    message: (type, about) => {
      const event = { id: newId('evt'), object: 'event', type, created: Math.floor(now() / 1000) };
      return Buffer.from(JSON.stringify({ ...event, api_version: Stripe.API_VERSION, data: { object: about } }));
    },
    sign: (body, atMs, secret = WEBHOOK_SECRET) =>
      Stripe.webhooks.generateTestHeaderString({
        ...{ payload: body.toString('utf8'), secret, timestamp: Math.floor(atMs / 1000) },
      }),
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function holdBack(held: Set<() => void>, waiters: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      held.delete(go);
      resolve();
    };
    held.add(go);
    for (const look of [...waiters]) look();
  });
}

/** It is looked at again whenever something happens. */
function until(isSo: () => boolean, waiters: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      waiters.delete(look);
      resolve();
    };
    waiters.add(look);
    look();
  });
}

function callOf({ method, url, headers }: IncomingMessage, text: string): StripeCall {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://stripe');
  const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(text)]);
  return { route: `${method} ${pathname}`, fields, headers };
}

/** The same key gives the same answer; with something else asked it is an error. */
function again(before: { readonly asked: string; readonly answer: Answer }, asked: string): Answer {
  return before.asked === asked ? before.answer : refusal(400, 'idempotency_error', 'other parameters');
}

function answerTo({ route, fields, headers }: StripeCall, books: StripeBooks, origin: string): Answer {
  if (headers.authorization !== `Bearer ${STRIPE_KEY}`) {
    return refusal(401, 'invalid_request_error', `Invalid API Key provided: ${headers.authorization}`);
  }
  const [, verb = route, id = ''] = /^(\w+ \/v1\/(?:customers|subscriptions))\/(\w+)$/.exec(route) ?? [];
  switch (verb) {
    case 'POST /v1/checkout/sessions':
      return isRefusedAddress(fields.get('customer_email'))
        ? refusal(400, 'invalid_request_error', 'Invalid email address', 'email_invalid')
        : ok(beginCheckout(fields, books, origin));
    case 'POST /v1/billing_portal/sessions':
      return ok({ object: 'billing_portal.session', url: `${origin}/portal/${fields.get('customer')}` });
    case 'GET /v1/customers':
      return found(books.customers.get(id), id);
    case 'GET /v1/subscriptions':
      return listOf(fields, books);
    case 'DELETE /v1/subscriptions': {
      const subscription = books.subscriptions.get(id);
      if (subscription?.status === 'canceled') return missing(id);
      if (subscription) subscription.status = 'canceled';
      return found(subscription, id);
    }
    default:
      return refusal(404, 'invalid_request_error', `Unrecognized request URL (${route})`);
  }
}

/** Stripe takes fewer addresses than mail servers do. */
function isRefusedAddress(address: string | null): boolean {
  return address !== null && !/^[!-~]*[^.]@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(address);
}

function beginCheckout(fields: URLSearchParams, { sessions }: StripeBooks, origin: string): StripeSession {
  const id = newId('cs_test');
  const session: StripeSession = {
    ...{ id, object: 'checkout.session', url: `${origin}/checkout/${id}` },
    ...{ customer: fields.get('customer'), customer_email: fields.get('customer_email') },
    ...{ client_reference_id: fields.get('client_reference_id'), price: fields.get('line_items[0][price]') ?? '' },
    metadata: metadataOf(fields, /^metadata\[(\w+)\]$/),
    subscriptionMetadata: metadataOf(fields, /^subscription_data\[metadata\]\[(\w+)\]$/),
  };
  sessions.set(id, session);
  return session;
}

function metadataOf(fields: URLSearchParams, pattern: RegExp): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) => {
      const [, field] = pattern.exec(name) ?? [];
      return field === undefined ? [] : [[field, value]];
    }),
  );
}

/** Newest first, in pages, as Stripe lists. */
function listOf(fields: URLSearchParams, books: StripeBooks): Answer {
  const customer = fields.get('customer') ?? '';
  if (!books.customers.has(customer)) return missing(customer);
  if (fields.get('status') !== 'all') return refusal(400, 'invalid_request_error', 'the tests want all of them');
  const all = books.subscriptionsOf(customer);
  const from = all.findIndex(({ id }) => id === fields.get('starting_after')) + 1;
  const data = all.slice(from, from + Number(fields.get('limit') ?? 10));
  return ok({ object: 'list', data, has_more: from + data.length < all.length, url: '/v1/subscriptions' });
}

const ok = (body: object): Answer => ({ status: 200, body });
const found = (thing: object | undefined, id: string): Answer => (thing ? ok(thing) : missing(id));

function missing(id: string): Answer {
  return refusal(404, 'invalid_request_error', `No such thing: '${id}'`, 'resource_missing');
}

function refusal(status: number, type: string, message: string, code?: string): Answer {
  return { status, body: { error: { type, message, ...(code !== undefined && { code }) } } };
}

/** What people see there: 'Page of /checkout/cs_test_1'. */
function showPage(response: ServerResponse, route: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end(
    `<!doctype html><html lang="en"><title>Payment</title><h1>Page of ${route.replace('GET ', '')}</h1></html>`,
  );
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' });
  response.end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
