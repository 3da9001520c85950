import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, readSources, type SourceFile } from './source.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm;

/** What each file exports and no other imports: 'path name'. Types may stand alone; they say what a function takes. */
function exportedForNobody(files: readonly SourceFile[], judged: (path: string) => boolean): string[] {
  const imports = files.flatMap(importsOf);
  const taken = new Set(imports.flatMap(({ target, names }) => names?.map((name) => `${target} ${name}`) ?? []));
  const takenWhole = new Set(imports.flatMap(({ target, names }) => (names === null ? [target] : [])));
  return files
    .filter(({ path }) => judged(path))
    .flatMap(({ path, text }) => [...text.matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })))
    .filter(({ path, name }) => !takenWhole.has(path) && !taken.has(`${path} ${name}`))
    .map(({ path, name }) => `${path} ${name}`);
}

test('what a file exports is used by another', () => {
  const files = readSources('src', 'views', 'tests', 'bench');
  assert.deepEqual(
    exportedForNobody(files, (path) => /^(?:src|views)\//.test(path)),
    [],
  );
});

test('an export for nobody is seen, whatever it is, and a type is none', () => {
  const text =
    'export const one = 1;\nexport async function two() {}\nexport class Three {}\nexport interface Four {}\n';
  const files = [
    { path: 'src/a.ts', text },
    { path: 'src/b.ts', text: "import { two } from './a.ts';\nconst one = two();\n" },
  ];
  assert.deepEqual(
    exportedForNobody(files, () => true),
    ['src/a.ts one', 'src/a.ts Three'],
  );
});
