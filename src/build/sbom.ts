import { hash } from 'node:crypto';
import { licenceName } from './licence-names.ts';
import { directNeeds, type Lock, type ProductionPackage, productionPackages } from './production-packages.ts';

/** What of package.json an SBOM says. */
export interface About {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

const ALGORITHMS: Readonly<Record<string, string>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/**
 * What Hushlink is made of, as CycloneDX 1.5: every production package of the lock file, who asks for whom, and Node.
 * Without a time, and numbered by its own hash: the same lock file gives the same bytes.
 */
export function createSbom(about: About, lock: Lock, nodeVersion: string): string {
  const packages = productionPackages(lock);
  const node = nodeComponent(nodeVersion);
  const itself = ownComponent(about);
  const refs = new Map(packages.map((one) => [one.path, purlOf(one)]));
  const refsOf = (paths: readonly string[]) => sortedRefs(paths.map((path) => refs.get(path) ?? path));
  const content = {
    metadata: { lifecycles: [{ phase: 'build' }], component: itself },
    components: [node, ...byRef(packages.map(packageComponent))],
    dependencies: [
      { ref: itself['bom-ref'], dependsOn: [...refsOf(directNeeds(lock)), node['bom-ref']] },
      { ref: node['bom-ref'], dependsOn: [] },
      ...merged(packages.map((one) => ({ ref: purlOf(one), dependsOn: refsOf(one.needs) }))),
    ],
  };
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ ...head, serialNumber, version: 1, ...content }, null, 2)}\n`;
}

function ownComponent({ name, version, description, license }: About): Component {
  const purl = `pkg:npm/${name}@${version}`;
  return {
    'bom-ref': purl,
    type: 'application',
    name,
    version,
    description,
    licenses: [{ license: { id: license } }],
    purl,
  };
}

/** Node is in the executable and in every image, and most vulnerabilities are found in it. */
function nodeComponent(version: string): Component {
  const purl = `pkg:generic/node@${version}`;
  const cpe = `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`;
  const licenses = [{ license: { id: 'MIT' } }];
  return { 'bom-ref': purl, type: 'platform', name: 'node', version, scope: 'required', licenses, cpe, purl };
}

function packageComponent(one: ProductionPackage): Component {
  const purl = purlOf(one);
  return {
    ...{ 'bom-ref': purl, type: 'library', name: one.name, version: one.version },
    scope: one.isOptional ? 'optional' : 'required',
    hashes: one.integrity.split(' ').map(hashOf),
    licenses: [{ license: { id: licenceName(one) } }],
    purl,
  };
}

/** Package URL; the sign of a scope is written as %40. */
function purlOf({ name, version }: Pick<ProductionPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hashOf(integrity: string): { alg: string; content: string } {
  const [, name = '', digest = ''] = /^(\w+)-(.+)$/.exec(integrity) ?? [];
  return { alg: ALGORITHMS[name] ?? name, content: Buffer.from(digest, 'base64').toString('hex') };
}

/** A package that lies in several places is one component. */
function byRef(components: readonly Component[]): readonly Component[] {
  const unique = new Map(components.map((component) => [component['bom-ref'], component]));
  return sortedRefs(unique.keys()).flatMap((ref) => unique.get(ref) ?? []);
}

interface Edges {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

function merged(edges: readonly Edges[]): readonly Edges[] {
  const refs = sortedRefs(edges.map(({ ref }) => ref));
  const leadingTo = (ref: string) => edges.filter((edge) => edge.ref === ref).flatMap(({ dependsOn }) => dependsOn);
  return refs.map((ref) => ({ ref, dependsOn: sortedRefs(leadingTo(ref)) }));
}

function sortedRefs(refs: Iterable<string>): string[] {
  return [...new Set(refs)].toSorted();
}

/** RFC 9562 5.8: version 8, whose digits may come from anywhere. */
function uuidOf(text: string): string {
  const digits = hash('sha256', text, 'hex');
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...groups, digits.slice(20, 32)].join('-');
}
