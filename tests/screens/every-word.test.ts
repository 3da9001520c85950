import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PSEUDO_LOCALE } from '#src/i18n/pseudo-pack.ts';
import { makePseudoProgram } from '../support/pseudo-program.ts';
import { unmarkedOn } from './unmarked.ts';

// The stages start what this names, and read it when they are loaded.
process.env.HUSHLINK_TEST_PROGRAM = await makePseudoProgram({ after });
const { openWorld } = await import('./world.ts');
const { EVERY_SCREEN, visit } = await import('./every-screen.ts');
const world = await openWorld();

/** What Intl writes without knowing the made-up language: durations, days, moments. */
const BY_INTL =
  /^[\d,.: ]*(?:in )?[\d,.]* ?(?:now|second|minute|hour|day|month|year)s?(?: ago)?$|^(?:\w{3}, )?[A-Z][a-z]+ \d{1,4}(?:, \d{4})?(?:: \d+)?(?: at .*)?$/;
/** What the operator has named, and data of the administrator's page. */
const NAMES = new RegExp(
  [
    ...['Hushlink', 'European Union', 'United States', 'EU', 'Maintenance on Sunday:', 'what that means', 'Robin'],
    ...['Basic', 'Identity Plus', 'Global Elite', 'Harbour Bank', 'basic', 'identity', 'anon', 'Call us first\\.[^]*'],
    ...[
      'Goodbye\\.',
      '[0-9a-z*.@+-]+@[0-9a-z*.-]+',
      '[0-9a-z.-]+\\.(?:com|net|org)(?::\\d+)?',
      'localhost:\\d+',
      'TXT',
      'CNAME',
    ],
  ]
    .map((name) => `^${name}$`)
    .join('|'),
);

for (const screen of EVERY_SCREEN) {
  test(`every word comes from a pack: ${screen.name} [I18N-01]`, async (t) => {
    const page = await visit(t, world, screen, PSEUDO_LOCALE);
    const found = await unmarkedOn(page);
    assert.deepEqual(
      found.filter((words) => !BY_INTL.test(words) && !NAMES.test(words)),
      [],
    );
  });
}
