import { solve } from '../features/feedback/anonymous.ts';
import type { PathPart } from './calls.ts';
import { checkContents, checkSame, MARK } from './promises.ts';
import type { Fields } from './values.ts';
import type { Reply } from './wire.ts';

/** A secret of this visit. */
export interface Shared {
  readonly secretKey: string;
  readonly metadataKey: string;
  /** As it was sent; null where that is not known for sure. */
  readonly content: string | null;
  /** Read or burned. */
  isOver: boolean;
  /** Who has read it; null where nobody may read it again. */
  claimant: string | null;
}

/** One request that was answered, as it was meant. */
export interface Asked {
  /** Of the document; null for none. */
  readonly operation: string | null;
  /** What stood in the path. */
  readonly part: string;
  /** The content that was sent, marked; null where it may have been spoilt. */
  readonly content: string | null;
  /** What it had as its one claimant. */
  readonly claimant: string | null;
}

type Tree = Readonly<Record<string, unknown>>;

const UNKNOWN = { secret: 'a'.repeat(31), metadata: 'b'.repeat(31), domain: 'nobody.example.com' };
const SHARING = /^(?:concealSecret|generateSecret|v1Share|v1Generate)/;
const REVEALING = /^(?:revealSecret|v1Reveal)/;
const BURNING = /^(?:burnAs|v1Burn)/;

/** What a visit has come to know by the answers it got. */
export function createKnowledge() {
  const all: Shared[] = [];
  const domains: string[] = [];
  const [byMark, byKey] = [new Map<string, Shared>(), new Map<string, Shared>()];
  let challenge: unknown = null;

  /** The newest first. */
  function newest(list: readonly string[], back: number): string | undefined {
    return list.length === 0 ? undefined : list.at(-1 - (back % list.length));
  }

  function learnShared(body: Tree, content: string | null): void {
    const keys = { secretKey: textAt(body, 'record', 'secret', 'key') ?? textAt(body, 'secret_key') };
    const metadataKey = textAt(body, 'record', 'metadata', 'key') ?? textAt(body, 'metadata_key');
    if (keys.secretKey === undefined || metadataKey === undefined) throw new Error('shared without keys');
    const shared: Shared = { secretKey: keys.secretKey, metadataKey, content, isOver: false, claimant: null };
    all.push(shared);
    byKey.set(shared.secretKey, shared).set(shared.metadataKey, shared);
    const [mark] = content?.match(MARK) ?? [];
    if (mark !== undefined) byMark.set(mark, shared);
  }

  function learnRevealed(body: Tree): string | null {
    const key = textAt(body, 'record', 'secret_key') ?? textAt(body, 'secret_key');
    const value = textAt(body, 'record', 'secret_value') ?? textAt(body, 'value');
    if (key === undefined || value === undefined) return null;
    const shared = byKey.get(key);
    if (shared !== undefined) checkSame(value, shared);
    return key;
  }

  return {
    partOf: (part: PathPart): string => {
      if ('text' in part) return part.text;
      const lists = {
        secret: all.map((one) => one.secretKey),
        metadata: all.map((one) => one.metadataKey),
        domain: domains,
      };
      return encodeURIComponent(newest(lists[part.known], part.back) ?? UNKNOWN[part.known]);
    },
    solved: async (): Promise<string> => (challenge === null ? 'e30=' : solve(challenge as never)),
    /** Throws a `BrokenPromise` where something was told that must not be. */
    learn: ({ operation, part, content, claimant }: Asked, { status, body }: Reply): void => {
      const told = status === 200 && operation !== null ? (JSON.parse(body || '{}') as Tree) : {};
      const key = REVEALING.test(operation ?? '') ? learnRevealed(told) : null;
      // v1 knows no claimants.
      const asked = /^revealSecret/.test(operation ?? '') ? claimant : null;
      checkContents(body, key === null ? null : { key, claimant: asked }, { byMark, byKey });
      if (status !== 200 || operation === null || body === '') return;
      if (SHARING.test(operation)) learnShared(told, content);
      if (BURNING.test(operation)) {
        const shared = byKey.get(part);
        if (shared !== undefined) shared.isOver = true;
      }
      if (operation === 'captchaChallenge') challenge = told;
      const domain = operation === 'addDomain' ? textAt(told, 'record', 'display_domain') : undefined;
      if (domain !== undefined) domains.push(domain);
    },
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;

export function textAt(tree: unknown, ...path: readonly string[]): string | undefined {
  const at = path.reduce<unknown>((part, name) => (part as Tree | undefined | null)?.[name], tree);
  return typeof at === 'string' ? at : undefined;
}

/** The content with a mark of its own, wherever a conceal form has it. */
export function marked(fields: Fields, mark: string): { readonly fields: Fields; readonly content: string | null } {
  const { secret } = fields;
  if (typeof secret === 'string' && secret !== '') {
    const content = `${secret}${mark}`;
    return { fields: withField(fields, 'secret', content), content };
  }
  const inner = typeof secret === 'object' && secret !== null && !Array.isArray(secret) ? (secret as Fields) : {};
  if (typeof inner.secret !== 'string' || inner.secret === '') return { fields, content: null };
  const content = `${inner.secret}${mark}`;
  return { fields: withField(fields, 'secret', withField(inner, 'secret', content)), content };
}

/** A spread would make a prototype of a field named '__proto__'. */
function withField(fields: Fields, name: string, value: unknown): Fields {
  return Object.fromEntries([...Object.entries(fields), [name, value]]);
}
