import { matchesGlob } from 'node:path';
import { codeOf, importsOf, type SourceFile } from './source.ts';

export interface HouseRule {
  readonly promise: string;
  /** Patterns of the files it is for. */
  readonly files: readonly string[];
  readonly except?: readonly string[];
  isBroken(file: SourceFile): boolean;
}

const everywhere = ['src/**', 'views/**'];
const edges = 'src/features/*/*-{api,pages}.{ts,tsx}';
const maxLines = 250;

/** Files over the ceiling, each with its reason beside it. */
const longFiles: readonly string[] = [];

/**
 * Where raw markup may be written: the document itself, the announcement and the articles that a sanitiser has passed,
 * and the list of recent secrets, which takes over the rows that the server has drawn in this very place.
 */
const rawMarkupFiles: readonly string[] = [
  'views/layout/document.tsx',
  'views/layout/broadcast.tsx',
  'views/info/article-page.tsx',
  'src/islands/workspace/recent/lists.ts',
  'src/islands/workspace/recent/screen.tsx',
];

/** What the command line starts at the wish of whoever types, and what the build starts. */
const startingFiles: readonly string[] = ['src/cli/system/run-for-output.ts', 'src/build/**'];

/** Mail programs know no style sheets, and a mail is not under our content security policy. */
const mailViews = 'views/mails/**';

export const houseRules: readonly HouseRule[] = [
  {
    promise: 'only main, cli and build read process',
    files: everywhere,
    // The last two write examples for programs of others, and are all that a thread has to begin with.
    except: ['src/main.ts', 'src/cli/**', 'src/build/**', 'src/openapi/samples.ts', 'src/store/sqlite/disk-work.ts'],
    isBroken: readsProcess,
  },
  {
    promise: 'the domain of a feature gets its clock and its randomness as arguments',
    files: ['src/features/**'],
    except: [edges],
    isBroken: (file) => /\bDate\.now\b|\bMath\.random\b|\bnew Date(?!\w)(?:\(\))?(?!\()/.test(codeOf(file)),
  },
  {
    promise: 'no file only hands on what others export',
    files: everywhere,
    isBroken: (file) => /(^|\/)index\.tsx?$/.test(file.path) || isBarrel(file),
  },
  {
    promise: 'nothing is named utils, helpers, shared or common',
    files: everywhere,
    isBroken: ({ path }) => /(^|[/-])(utils?|helpers?|shared|common)(\/|\.tsx?$)/.test(path),
  },
  {
    promise: 'every export has a name',
    files: everywhere,
    isBroken: (file) => /^export default\b|\bas default\b/m.test(codeOf(file)),
  },
  {
    promise: `no file is longer than ${maxLines} lines`,
    files: everywhere,
    except: longFiles,
    isBroken: ({ text }) => text.trimEnd().split('\n').length > maxLines,
  },
  {
    promise: 'a component that reads a signal calls useSignals() first',
    files: ['src/islands/**/*.tsx', 'src/ui/**/*.tsx'],
    isBroken: forgetsUseSignals,
  },
  {
    promise: 'no style attribute',
    files: everywhere,
    except: [mailViews],
    isBroken: (file) => /\sstyle=|setAttribute\(\s*['"`]style/.test(codeOf(file)),
  },
  {
    promise: 'no raw markup',
    files: everywhere,
    except: rawMarkupFiles,
    isBroken: (file) =>
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|\bdocument\.write/.test(codeOf(file)),
  },
  {
    promise: 'no code is made of text',
    files: everywhere,
    // The executable begins its own program by it.
    except: ['src/build/program-script.ts'],
    isBroken: (file) =>
      /\beval\(|\bnew Function\b|\bset(?:Timeout|Interval)\(\s*["'`]/.test(codeOf(file)) || imports(file, 'vm'),
  },
  {
    promise: 'a server starts no other program',
    files: everywhere,
    except: startingFiles,
    isBroken: (file) => imports(file, 'child_process'),
  },
  {
    promise: 'no hash is made by MD5 or SHA-1',
    files: everywhere,
    // Redis names its scripts by their SHA-1.
    except: ['src/store/redis/scripts.ts'],
    isBroken: (file) => /\b(?:hash|createHash|createHmac)\(\s*["'`](?:md5|sha-?1)["'`]/i.test(codeOf(file)),
  },
];

/** The files that break the rule, each in one line. */
export function breachesOf(rule: HouseRule, files: readonly SourceFile[]): string[] {
  const matches = (patterns: readonly string[], path: string) => patterns.some((pattern) => matchesGlob(path, pattern));
  const bound = files.filter(({ path }) => matches(rule.files, path) && !matches(rule.except ?? [], path));
  return bound.filter(rule.isBroken).map(({ path }) => `${path}: ${rule.promise}`);
}

function imports(file: SourceFile, name: string): boolean {
  return importsOf(file).some(({ target }) => target === name || target === `node:${name}`);
}

function readsProcess(file: SourceFile): boolean {
  const isImported = importsOf(file).some(({ target }) => target === 'node:process' || target === 'process');
  return (
    isImported || /(?<![.\w$])process\s*(?:\.|\?\.|\[)|[=(,]\s*process\s*[;,)]|globalThis\.process/.test(codeOf(file))
  );
}

function isBarrel(file: SourceFile): boolean {
  const code = codeOf(file);
  const rest = code
    .replaceAll(/^(?:import|export)\b[\w$*{},\s]*?\bfrom\s*"[^"]+";/gm, '')
    .replaceAll(/^export\s*\{[^}]*\};/gm, '');
  return code.trim() !== '' && rest.trim() === '';
}

interface Part {
  readonly name: string;
  readonly body: string;
}

/** True if a component reads a signal, by itself or through a hook of its file, before useSignals(). */
function forgetsUseSignals(file: SourceFile): boolean {
  const parts = partsOf(file);
  const readers = parts.filter(({ body }) => readsSignal(body, file));
  const hooks = readers.filter(({ name }) => /^use[A-Z]/.test(name));
  const components = parts.filter(({ name }) => /^[A-Z]/.test(name));
  const isReader = (part: Part) => readers.includes(part) || hooks.some(({ name }) => part.body.includes(`${name}(`));
  return components.some((part) => isReader(part) && !startsWithUseSignals(part.body));
}

/** The functions and constants at the top level of a file. */
function partsOf(file: SourceFile): Part[] {
  const parts = codeOf(file).split(/^(?=[\w@])/m);
  const named = parts.map((body) => ({
    body,
    name: /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(body)?.[1],
  }));
  return named.flatMap(({ body, name }) => (name === undefined ? [] : [{ body, name }]));
}

function readsSignal(body: string, { text }: SourceFile): boolean {
  const declared = text.matchAll(
    /(\w+)(?:\??:\s*(?:Readonly)?Signal<|\s*=\s*(?:signal|computed|useSignal|useComputed)\()/g,
  );
  const names = new Set([...declared].map(([, name]) => name));
  const reads = [...body.matchAll(/([\w$]+(?:\??\.[\w$]+)*)\??\.value\b(?!\s*=[^=])/g)].map(([, owner = '']) => owner);
  const ofModels = reads.filter((owner) => owner.includes('.') && !/\.(?:current|target|currentTarget)$/.test(owner));
  return ofModels.length > 0 || reads.some((owner) => names.has(owner));
}

function startsWithUseSignals(body: string): boolean {
  return /^[^\n]*\{\n\s*useSignals\(\);/.test(body);
}
