import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importBreaches, importRules } from './import-rules.ts';
import { importsOf, readSources } from './source.ts';

const sources = readSources('src', 'views');

test('every file imports only what its room may import', () => {
  assert.ok(sources.length > 0);
  assert.deepEqual(sources.flatMap(importBreaches), []);
});

// Path, the line it holds, and whether the table allows it: what the table says is seen to bite.
const samples: readonly (readonly [path: string, text: string, isAllowed: boolean])[] = [
  ['src/features/notes/note.ts', "import express from 'express';", false],
  ['src/features/notes/note.ts', "import { sealText } from '#src/crypto/seal.ts';", false],
  ['src/features/notes/note.ts', "import type { SecretId } from '#src/crypto/ids.ts';", true],
  ['src/features/notes/note.ts', "import { look } from '#src/features/other/other.ts';", false],
  ['src/features/notes/note.ts', "import { type Other } from '#src/features/other/other.ts';", true],
  ['src/features/notes/note.ts', "import { Other, type More } from '#src/features/other/other.ts';", false],
  ['src/features/notes/note.ts', "import { createNoteApi } from './note-api.ts';", false],
  ['src/features/notes/note.ts', "import { ok } from '#src/result.ts';", true],
  ['src/features/notes/note.ts', "import { z } from 'zod';", false],
  ['src/features/notes/note.ts', "import { createChallenge } from 'altcha-lib/v1';", false],
  ['src/features/feedback/captcha.ts', "import { createChallenge } from 'altcha-lib/v1';", true],
  ['src/features/feedback/captcha.ts', "import { solve } from 'altcha-lib';", false],
  ['src/features/notes/note-input.ts', "import { z } from 'zod';", true],
  ['src/features/notes/note-input.ts', "import { Router } from 'express';", false],
  ['src/features/notes/note-operations.ts', "import { enveloped } from '#src/openapi/envelopes.ts';", true],
  ['src/features/notes/note-schemas.ts', "import { other } from '#src/features/other/other-schemas.ts';", true],
  ['src/features/notes/note-operations.ts', "import { createNoteApi } from './note-api.ts';", false],
  ['src/openapi/document.ts', "import type { RefusalKind } from '#src/http/refusals.ts';", true],
  ['src/openapi/document.ts', "import { noteApi } from '#src/features/notes/note-operations.ts';", false],
  ['src/features/notes/note-api.ts', "import { openStore } from '#src/store/redis/open.ts';", false],
  ['src/features/notes/note-api.ts', "import type { Config } from '#src/config/config.ts';", false],
  ['src/features/notes/note-api.ts', "import { createNoteService } from './note-service.ts';", true],
  ['src/features/notes/note-pages.ts', "import { renderPage } from '#views/page.tsx';", true],
  ['src/store/redis/note-store.ts', "import { createClient } from 'redis';", true],
  ['src/store/redis/note-store.ts', "import { DatabaseSync } from 'node:sqlite';", false],
  ['src/store/sqlite/note-store.ts', "import { createClient } from 'redis';", false],
  ['src/store/sqlite/note-store.ts', "import { DatabaseSync } from 'node:sqlite';", true],
  ['src/store/sqlite/note-store.ts', "import { createNoteService } from '#src/features/notes/note-service.ts';", false],
  ['src/store/sqlite/note-store.ts', "import { IdTaken } from '#src/features/notes/note-store.ts';", true],
  ['src/store/store.ts', "import type { SecretId } from '#src/crypto/ids.ts';", false],
  ['views/notes/note-page.tsx', "import type { Store } from '#src/store/store.ts';", false],
  ['views/notes/note-page.tsx', "import type { NoteWire } from '#src/features/notes/note-wire.ts';", true],
  ['views/notes/note-page.tsx', "import { toWire } from '#src/features/notes/note-wire.ts';", false],
  ['views/notes/note-page.tsx', "import { NoteIsland } from '#src/islands/note/island.tsx';", true],
  ['src/islands/note/api.ts', "const later = import('#src/http/errors.ts');", false],
  ['src/islands/note/api.ts', "const wire = (await import('node:fs')).readFileSync;", false],
  ['src/islands/note/api.ts', "let wire: import('#src/features/notes/note-wire.ts').NoteWire;", true],
  ['src/islands/note/island.tsx', "import { Link } from 'wouter';", true],
  ['src/islands/note/island.tsx', "import { Document } from '#views/layout/document.tsx';", false],
  ['src/ui/button.tsx', "import { NoteIsland } from '#src/islands/note/island.tsx';", false],
  ['src/ui/button.tsx', "import type { ReactNode } from 'react';", true],
  ['src/http/errors.ts', "import { createNoteService } from '#src/features/notes/note-service.ts';", false],
  ['src/http/errors.ts', "import { createRedisStore } from '#src/store/redis/open.ts';", false],
  ['src/backup/backup.ts', "import type { Store } from '#src/store/store.ts';", true],
  ['src/backup/backup.ts', "import { openStore } from '#src/store/redis/open.ts';", false],
  ['src/crypto/seal.ts', "export type { Note } from '#src/features/notes/note.ts';", false],
  ['src/config/load.ts', "import type { Note } from '#src/features/notes/note.ts';", false],
  ['src/config/load.ts', "import 'express';", false],
  ['src/i18n/texts.ts', "import type { Note } from '#src/features/notes/note.ts';", false],
  ['src/metrics/metrics.ts', "import type { Note } from '#src/features/notes/note.ts';", false],
  ['src/log/log.ts', "import type { Config } from '#src/config/config.ts';", false],
  ['src/mail/mailer.ts', "import { createNoteService } from '#src/features/notes/note-service.ts';", false],
  ['src/features/domains/domain-name.ts', "import { parse } from 'tldts';", true],
  ['src/features/domains/domain-name.ts', "import { domainToUnicode } from 'node:url';", false],
  ['src/features/domains/observing.ts', "import { parse } from 'tldts';", false],
  ['src/features/limits/stored-count.ts', "import Res from 'rate-limiter-flexible/lib/RateLimiterRes.js';", true],
  ['src/features/limits/stored-count.ts', "import { RateLimiterRedis } from 'rate-limiter-flexible';", false],
  ['src/features/limits/rate-limiter.ts', "import Res from 'rate-limiter-flexible/lib/RateLimiterRes.js';", false],
  ['src/stripe/stripe-payments.ts', "import Stripe from 'stripe';", true],
  [
    'src/stripe/stripe-payments.ts',
    "import { PaymentsUnavailable } from '#src/features/billing/payments-port.ts';",
    true,
  ],
  [
    'src/stripe/stripe-payments.ts',
    "import { createBillingService } from '#src/features/billing/billing-service.ts';",
    false,
  ],
  ['src/features/billing/billing-service.ts', "import Stripe from 'stripe';", false],
  ['src/markdown/safe-html.ts', "import { marked } from 'marked';", true],
  ['src/markdown/safe-html.ts', "import type { Config } from '#src/config/config.ts';", false],
  ['src/net/dns.ts', "import { Resolver } from 'node:dns/promises';", true],
  ['src/net/dns.ts', "import type { Dns } from '#src/features/domains/dns-port.ts';", true],
  ['src/net/dns.ts', "import { isVerified } from '#src/features/domains/domain.ts';", false],
  ['src/resources.ts', "import { openPacks } from '#src/i18n/packs.ts';", false],
  ['src/i18n/packs.ts', "import { openResources } from '#src/resources.ts';", false],
  ['src/i18n/packs.ts', "import type { Resources } from '#src/resources.ts';", true],
  ['src/result.ts', "import { inspect } from 'node:util';", false],
  ['src/store/redis/scripts.ts', "import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';", true],
  ['src/ui/amounts.ts', "import { roundedAmount } from '#src/values/time-units.ts';", true],
  ['src/led-work.ts', "import { jittered } from './timers.ts';", true],
  ['src/led-work.ts', "import type { DomainStore } from '#src/features/domains/domain-store.ts';", false],
  ['src/values/yes.ts', "import express from 'express';", false],
  ['src/values/redis-address.ts', "import { ok } from '#src/result.ts';", true],
  ['src/values/redis-address.ts', "import { isIP } from 'node:net';", false],
  ['src/values/mail-address.ts', "import { domainToASCII } from 'node:url';", true],
  ['src/values/mail-address.ts', "import { isIP } from 'node:net';", false],
  ['src/values/mail-address.ts', "import { readableDomain } from './readable-domain.ts';", true],
  ['src/values/unmistakable-domain.ts', "import { readableDomain } from './readable-domain.ts';", true],
  ['src/values/unmistakable-domain.ts', "import { readMailAddress } from './mail-address.ts';", false],
  ['src/values/readable-domain.ts', "import { readMailAddress } from './mail-address.ts';", false],
  ['src/store/redis/node.ts', "import type { RedisAddress } from '#src/values/redis-address.ts';", true],
  ['src/main.ts', "import { createApp } from './app.ts';", true],
  ['src/main.ts', "import { load } from './config/load.ts';", true],
  ['src/http/errors.ts', "import { createApp } from '#src/app.ts';", false],
  ['src/http/errors.ts', "import { createLog } from '../log/log.ts';", false],
  ['src/elsewhere/file.ts', '', false],
];

for (const [path, text, isAllowed] of samples) {
  test(`${path} ${isAllowed ? 'may' : 'may not'} hold: ${text}`, () => {
    const breaches = importBreaches({ path, text });
    assert.equal(breaches.length === 0, isAllowed, breaches.join('\n'));
    for (const breach of breaches) assert.ok(breach.startsWith(path), breach);
  });
}

test('every form of import is seen', () => {
  const text = [
    "import one from 'a';",
    "import {\n  two,\n  type Three,\n} from './b.ts';",
    "export * from '../c.ts';",
    "import * as four from '#src/d.ts';",
    "import 'e';",
    "const five = await import('f');",
    'console.log(one, two, four, five);',
  ].join('\n');
  const targets = importsOf({ path: 'src/x/y.ts', text }).map(({ target }) => target);
  assert.deepEqual(targets.sort(), ['a', 'e', 'f', 'src/c.ts', 'src/d.ts', 'src/x/b.ts']);
});

test('every rule of the table holds at least one sample of a breach, or allows everything', () => {
  const bitten = samples.flatMap(([path, text]) => importBreaches({ path, text }));
  const rules = importRules.filter(({ may }) => !may.includes('**') && may.length > 0).map(({ room }) => room);
  const silent = rules.filter((room) => !bitten.some((breach) => breach.includes(`; ${room} may`)));
  assert.deepEqual(silent, []);
});
