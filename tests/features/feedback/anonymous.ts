import { solveChallenge } from 'altcha-lib/v1';
import supertest from 'supertest';
import type { ChallengeWire } from '#src/features/feedback/captcha-wire.ts';
import type { TestApp } from '../../support/app.ts';

type Fields = Readonly<Record<string, unknown>>;

export const HOST = 'localhost:3000';
/** Cheap challenges, for tests that solve many. */
export const EASY = { HUSHLINK_FEEDBACK_CAPTCHA_MAX_NUMBER: '1000' };

/** Tries the numbers as a browser does; what a form would send then, with changes. */
export async function solve(challenge: ChallengeWire, changes: Fields = {}): Promise<string> {
  const { algorithm, challenge: sought, salt, signature, maxnumber } = challenge;
  const solution = await solveChallenge(sought, salt, algorithm, maxnumber).promise;
  const payload = { algorithm, challenge: sought, number: solution?.number, salt, signature, ...changes };
  return btoa(JSON.stringify(payload));
}

/** A visitor's browser with JavaScript: has opened the feedback page and speaks to the API from there. */
export async function openFeedback({ app }: Pick<TestApp, 'app'>, host = HOST) {
  const page = await supertest(app).get('/feedback').set('Host', host).expect(200);
  const cookie = String(page.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const challenge = async (): Promise<ChallengeWire> => {
    const answer = await supertest(app).get('/api/v2/altcha/challenge').set('Host', host).expect(200);
    return answer.body;
  };
  return {
    ...{ page, cookie, shrimp, challenge },
    solved: async () => solve(await challenge()),
    verify: (payload: unknown) =>
      supertest(app)
        .post('/api/v2/altcha/verify')
        .set('Host', host)
        .set('Cookie', cookie)
        .set('O-Shrimp', shrimp)
        .send({ payload }),
    send: (fields: Fields) =>
      supertest(app)
        .post('/api/v2/feedback')
        .set('Host', host)
        .set('Cookie', cookie)
        .type('form')
        .send({ utf8: '✓', shrimp, tz: 'Europe/Ljubljana', version: '1.2.3', msg: 'Well done', ...fields }),
  };
}
