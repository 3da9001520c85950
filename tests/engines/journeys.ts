import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSite, type Site } from '../support/site.ts';
import type { Cleanup } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { people } from './people.ts';
import { open } from './screens.ts';
import { sharing } from './sharing.ts';
import type { Engine, Visitor, VisitorOptions } from './visitor.ts';

/** The built server, and visitors who all come with one engine. */
export interface Stage {
  /** Its name. */
  readonly engine: string;
  readonly site: Site;
  /** Whose pages must do nothing that they must not. */
  visitor(t: Cleanup, options?: VisitorOptions): Promise<Visitor>;
}

/** Solved at once; the workers are the real ones. */
const EASY_CAPTCHA = { HUSHLINK_FEEDBACK_CAPTCHA_MAX_NUMBER: '1000' };

/** Everything that is promised of an engine. */
export async function journeysIn(name: string, start: (t: Cleanup) => Promise<Engine>): Promise<void> {
  const site = await openSite({ ...EASY_CAPTCHA, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' });
  const engine = await start({ after });
  const visitor: Stage['visitor'] = async (t, options) => {
    const one = await engine.visitor(t, site.server.url, options);
    t.after(() => assert.deepEqual(one.troubles, []));
    return one;
  };
  for (const journeys of [sharing, people]) journeys({ engine: name, site, visitor });

  test(`${name}: what a page must not do is noticed`, async (t) => {
    const page = await engine.visitor(t, site.server.url);
    await open(page, page.home);
    await page.evaluate(misbehave);
    for (const trouble of [/console: said/, /error: .*thrown/, /content security policy: img-src .*elsewhere/])
      await untilSo(`${trouble}`, async () => page.troubles.some((noticed) => trouble.test(noticed)));
  });
}

/** Runs in the page. */
function misbehave(): void {
  console.error('said');
  setTimeout(() => {
    throw new Error('thrown');
  });
  new Image().src = 'http://elsewhere.example/pixel.png';
}
