import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breachesOf, houseRules } from './house-rules.ts';
import { readSources } from './source.ts';

const sources = readSources('src', 'views');

for (const rule of houseRules) {
  test(`in the whole house: ${rule.promise}`, () => {
    assert.ok(sources.length > 0);
    assert.deepEqual(breachesOf(rule, sources), []);
  });
}

const signals = 'a component that reads a signal calls useSignals() first';

// What each rule must find, and what it must leave alone.
const samples: readonly (readonly [promise: string, path: string, text: string, isBroken: boolean])[] = [
  ['only main, cli and build read process', 'src/http/a.ts', 'export const a = process.env.HOME;', true],
  ['only main, cli and build read process', 'src/http/a.ts', "import { env } from 'node:process';", true],
  ['only main, cli and build read process', 'src/http/a.ts', 'const { env } = process; use(env);', true],
  ['only main, cli and build read process', 'src/http/a.ts', '// process.env\nexport const a = 1;', false],
  ['only main, cli and build read process', 'src/main.ts', 'export const a = process.env.HOME;', false],
  ['the domain of a feature gets', 'src/features/a/a.ts', 'export const a = () => Date.now();', true],
  ['the domain of a feature gets', 'src/features/a/a.ts', 'export const a = () => Math.random();', true],
  ['the domain of a feature gets', 'src/features/a/a.ts', 'export const a = () => new Date();', true],
  ['the domain of a feature gets', 'src/features/a/a.ts', 'export const a = () => new Date;', true],
  ['the domain of a feature gets', 'src/features/a/a.ts', 'export const a = (ms: number) => new Date(ms);', false],
  ['the domain of a feature gets', 'src/features/a/a-api.ts', 'export const a = () => Date.now();', false],
  ['no file only hands on', 'src/ui/index.ts', 'export const a = 1;', true],
  ['no file only hands on', 'src/ui/all.ts', "export * from './a.ts';\nexport { b } from './b.ts';", true],
  ['no file only hands on', 'src/ui/all.ts', "export { b } from './b.ts';\nexport const a = 1;", false],
  ['nothing is named', 'src/http/utils/a.ts', 'export const a = 1;', true],
  ['nothing is named', 'src/http/date-helpers.ts', 'export const a = 1;', true],
  ['nothing is named', 'src/http/share.ts', 'export const a = 1;', false],
  ['every export has a name', 'src/ui/a.ts', 'export default function a() {}', true],
  ['every export has a name', 'src/ui/a.ts', 'const a = 1;\nexport { a as default };', true],
  ['every export has a name', 'src/ui/a.ts', 'export function a() {}', false],
  ['no file is longer', 'src/ui/a.ts', '\n'.repeat(250).concat('export const a = 1;\n'), true],
  ['no file is longer', 'src/ui/a.ts', '\n'.repeat(249).concat('export const a = 1;\n'), false],
  [signals, 'src/islands/a/island.tsx', 'export function A() {\n  return <p>{model.step.value}</p>;\n}', true],
  [
    signals,
    'src/islands/a/island.tsx',
    'export function A() {\n  const s = model.a.value;\n  useSignals();\n  return s;\n}',
    true,
  ],
  [
    signals,
    'src/islands/a/island.tsx',
    'export const A = ({ step }: { step: Signal<string> }) => <p>{step.value}</p>;',
    true,
  ],
  [
    signals,
    'src/islands/a/island.tsx',
    'export function A() {\n  useSignals(); // no Babel\n  return <p>{model.step.value}</p>;\n}',
    false,
  ],
  [
    signals,
    'src/islands/a/island.tsx',
    'export function A() {\n  return <input onInput={(e) => write(e.target.value)} />;\n}',
    false,
  ],
  [
    signals,
    'src/islands/a/island.tsx',
    'export function A() {\n  return <b onClick={() => { model.step.value = 1; }} />;\n}',
    false,
  ],
  [
    signals,
    'src/islands/a/island.tsx',
    'function useA() {\n  return m.a.value;\n}\nfunction A() {\n  return useA();\n}',
    true,
  ],
  ['no style attribute', 'views/a.tsx', 'export const A = () => <p style={{ top: 0 }} />;', true],
  ['no style attribute', 'src/islands/a/model.ts', "area.setAttribute('style', text);", true],
  ['no style attribute', 'views/mails/a.tsx', 'export const A = () => <p style={{ margin: 0 }} />;', false],
  // A script may set a property: the content security policy is about the attribute.
  ['no style attribute', 'src/islands/a/model.ts', "area.style.height = '4px';", false],
  ['no style attribute', 'views/a.tsx', 'export const A = () => <p data-style="x" />;', false],
  ['no raw markup', 'views/a.tsx', 'export const A = () => <p dangerouslySetInnerHTML={{ __html: a }} />;', true],
  ['no raw markup', 'src/islands/a/model.ts', 'area.innerHTML = text;', true],
  ['no raw markup', 'views/a.tsx', 'export const A = () => <p>{text}</p>;', false],
  ['no code is made of text', 'src/http/a.ts', 'export const a = (text: string) => eval(text);', true],
  ['no code is made of text', 'src/http/a.ts', "export const a = new Function('b', 'return b');", true],
  ['no code is made of text', 'src/http/a.ts', "setTimeout('a()', 1);", true],
  ['no code is made of text', 'src/http/a.ts', "import { runInNewContext } from 'node:vm';\nrunInNewContext(a);", true],
  ['no code is made of text', 'src/http/a.ts', 'setTimeout(() => evaluate(), 1);', false],
  ['a server starts no other program', 'src/mail/a.ts', "import { spawn } from 'node:child_process';\nspawn(a);", true],
  [
    'a server starts no other program',
    'src/build/a.ts',
    "import { spawn } from 'node:child_process';\nspawn(a);",
    false,
  ],
  ['no hash is made by MD5 or SHA-1', 'src/crypto/a.ts', "export const a = hash('sha1', b);", true],
  ['no hash is made by MD5 or SHA-1', 'src/crypto/a.ts', "export const a = createHmac('MD5', b);", true],
  ['no hash is made by MD5 or SHA-1', 'src/crypto/a.ts', "export const a = hash('sha256', b);", false],
];

for (const [promise, path, text, isBroken] of samples) {
  test(`${promise} … ${isBroken ? 'finds' : 'leaves alone'} ${path}: ${text.trim().replaceAll('\n', ' ')}`, () => {
    const rule = houseRules.find((one) => one.promise.startsWith(promise));
    assert.ok(rule);
    assert.deepEqual(breachesOf(rule, [{ path, text }]), isBroken ? [`${path}: ${rule.promise}`] : []);
  });
}

test('every rule of the house has been seen to find a breach', () => {
  const seen = samples.filter(([, , , isBroken]) => isBroken).map(([promise]) => promise);
  const unseen = houseRules.filter(({ promise }) => !seen.some((start) => promise.startsWith(start)));
  assert.deepEqual(unseen, []);
});
