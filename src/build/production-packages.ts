import { posix } from 'node:path';

/** What of package-lock.json (version 3) is read here. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Names = Readonly<Record<string, string>>;

/** One package that a running Hushlink may be made of, in one place of node_modules. */
export interface ProductionPackage {
  /** From the root: 'node_modules/express/node_modules/cookie'. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** As the package names its licence in the lock file; null where it names none there. */
  readonly licence: string | null;
  /** Hash of the archive it came in, in the form of Subresource Integrity. */
  readonly integrity: string;
  /** Some machines do without: it is for one kind of system. */
  readonly isOptional: boolean;
  readonly isForOneSystem: boolean;
  /** Paths of what it asks for, sorted. */
  readonly needs: readonly string[];
}

const ROOT = '';
const FOLDER = 'node_modules';

/** Everything that `dependencies` and `optionalDependencies` of package.json lead to, sorted by path. */
export function productionPackages(lock: Lock): readonly ProductionPackage[] {
  const found = new Set<string>();
  const waiting = [...needsOf(lock, ROOT)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    waiting.push(...needsOf(lock, path));
  }
  return [...found].toSorted().map((path) => packageAt(lock, path));
}

/** Paths of what package.json itself asks for, sorted. */
export function directNeeds(lock: Lock): readonly string[] {
  return needsOf(lock, ROOT);
}

function packageAt(lock: Lock, path: string): ProductionPackage {
  const { version, license, integrity, optional, os } = lock.packages[path] ?? {};
  const name = path.slice(path.lastIndexOf(`${FOLDER}/`) + FOLDER.length + 1);
  if (!version || !integrity) throw new Error(`package-lock.json says too little of ${path}`);
  return {
    ...{ path, name, version, licence: license ?? null, integrity, needs: needsOf(lock, path) },
    ...{ isOptional: optional === true, isForOneSystem: os !== undefined },
  };
}

/** Paths of what a package asks for, sorted; not of peers that may be missing. */
function needsOf(lock: Lock, path: string): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock.packages[path] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  const names = [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
  return [...new Set(names.flatMap((name) => placeOf(lock, path, name) ?? []))].toSorted();
}

/** As Node looks for it: beside, then further and further up. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, FOLDER, name);
    if (lock.packages[path]) return path;
    if (folder === ROOT || folder === '.') return undefined;
  }
}
