import fc from 'fast-check';
import { ROLES, type Role } from './people.ts';
import { SHRIMP } from './values.ts';

/** Who says to be asking. Texts may have the sign for a good token in them. */
export type Caller =
  | { readonly by: 'nothing' }
  | { readonly by: 'token'; readonly role: Role }
  | { readonly by: 'session'; readonly role: Role; readonly shrimp: string }
  | { readonly by: 'headers'; readonly lines: readonly (readonly [name: string, value: string])[] };

type Lines = readonly (readonly [name: string, value: string])[];

const nobody = fc.constant<Caller>({ by: 'nothing' });

export function callers({ needsAccount, path }: { readonly needsAccount: boolean; readonly path: string }) {
  const roles = path.includes('/colonel')
    ? fc.constant<Role>('colonel')
    : fc.constantFrom<Role[]>('customer', ...ROLES);
  const token = fc.record({ by: fc.constant('token' as const), role: roles });
  const session = fc.record({ by: fc.constant('session' as const), role: roles, shrimp: fc.constant(SHRIMP) });
  return fc.oneof<fc.WeightedArbitrary<Caller>[]>(
    { weight: needsAccount ? 1 : 6, arbitrary: nobody },
    { weight: needsAccount ? 8 : 3, arbitrary: token },
    // Cookies say nothing to v1.
    { weight: path.startsWith('/api/v2') ? 4 : 1, arbitrary: session },
  );
}

const basic = (text: string) => `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;

const AUTHORIZATIONS = [
  ...['', 'Basic', 'Basic ', 'Basic :', 'Basic !!!', 'basic YTpi', 'Bearer abc', 'Digest username="a"'],
  ...['Basic YTpi, Basic YTpi'],
  ...[basic('nobody@example.org:token'), basic(':'), basic('a:'), basic(':b'), basic('no colon')],
  ...[basic('\xff\xfe:\xff')],
  ...[basic('__proto__:constructor'), basic(`${'a'.repeat(3000)}:b`), basic('a\0b:c\0d')],
  ...[`Basic ${'A'.repeat(4001)}`, '\xff'],
];
const COOKIES = [
  ...['', ';', '=', 'sess=', 'sess=s%3A', 'sess=s%3Aabc.def', 'sess=s:abc', 'sess=%', 'sess=%ff'],
  ...['sess=a; sess=b', '__proto__=x'],
  ...['visit=abc', 'visit=AAAAAAAAAAAAAAAAAAAAAA', 'visit=%00', 'locale=de', 'locale=__proto__', 'locale=%'],
  ...[`x=${'y'.repeat(4000)}`],
];
const SHRIMPS = ['', 'x', '__proto__', 'a'.repeat(3000), '\xff', `${SHRIMP}x`, `${SHRIMP}, ${SHRIMP}`];

export const oddCallers: fc.Arbitrary<Caller> = fc.oneof(
  fc.constantFrom(...AUTHORIZATIONS).map((value) => asking([['Authorization', value]])),
  fc.constantFrom(...COOKIES).map((value) => asking([['Cookie', value]])),
  fc.tuple(fc.constantFrom(...COOKIES), fc.constantFrom(...AUTHORIZATIONS)).map(([cookie, value]) =>
    asking([
      ['Cookie', cookie],
      ['Authorization', value],
      ['Authorization', value],
    ]),
  ),
  fc.record({
    by: fc.constant('session' as const),
    role: fc.constantFrom(...ROLES),
    shrimp: fc.constantFrom(...SHRIMPS),
  }),
);

function asking(lines: Lines): Caller {
  return { by: 'headers', lines };
}

const LANGUAGES = [
  ...['de', 'ar-EG,ar;q=0.9', 'x-none, *;q=0.1', ';q=', ',,,', 'en;q=abc', '__proto__', 'de-'.repeat(900)],
  ...['\xff', '*'],
];
const CLAIMANT = 'AbCdEfGhIjKlMnOpQrStUv';

/** Those that programs and browsers send. */
export const headers: fc.Arbitrary<Lines> = fc.subarray<readonly [string, string]>(
  [
    ['Accept', 'application/json'],
    ['Accept-Language', 'de'],
    ['User-Agent', 'fuzz'],
    ['Idempotency-Key', CLAIMANT],
    ['Origin', 'https://app.example'],
  ],
  { maxLength: 3 },
);

const ODD: Readonly<Record<string, readonly string[]>> = {
  'Accept-Language': LANGUAGES,
  'Idempotency-Key': [CLAIMANT, '', 'x', CLAIMANT.repeat(200), '\xff', '__proto__', '"a", "b"'],
  'O-Shrimp': SHRIMPS,
  Origin: ['https://app.example', 'https://elsewhere.example', 'null', '', '*', '\xff', 'https://hush.example'],
  'Access-Control-Request-Method': ['POST', 'DELETE', '', '__proto__'],
  'Sec-Fetch-Site': ['cross-site', 'same-site', 'same-origin', 'none', 'x'],
  Accept: ['text/html', 'image/*', ';;', '\xff'],
  'If-None-Match': ['*', '"x"', '', 'W/"x", "y"', '"'],
  'X-Forwarded-For': ['198.51.100.7', 'x', ',', '::1'],
  'X-Forwarded-Host': ['elsewhere.example', 'hush.example, elsewhere.example'],
  'X-Request-Id': ['x', '0e5b6a4c-7a0b-4f0e-8f43-1f5d3bb9b0a1', '\xff'],
  'X-HTTP-Method-Override': ['DELETE', 'GET'],
  Purpose: ['prefetch'],
  Range: ['bytes=0-1'],
  Upgrade: ['websocket', 'h2c'],
  Host: ['elsewhere.example', '', '[', 'hush.example:99999', 'HUSH.EXAMPLE', 'hush.example.', '\xff', '__proto__'],
};

export const oddHeaders: fc.Arbitrary<Lines> = fc.array(
  fc.constantFrom(...Object.entries(ODD).flatMap(([name, values]) => values.map((value) => [name, value] as const))),
  { minLength: 1, maxLength: 3 },
);
