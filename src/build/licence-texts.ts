import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { licenceName } from './licence-names.ts';
import { type Lock, type ProductionPackage, productionPackages } from './production-packages.ts';
import type { About } from './sbom.ts';
import { standardText } from './standard-licences.ts';

const TEXTS = /^(licen[cs]e|copying|notice)([.-]|$)/i;
const README = /^readme(\.|$)/i;
const HEADING = /^#+ */m;
/** A section of a README that only says a name is no text. */
const SHORTEST_TEXT_CHARS = 300;
/** Packages for one kind of system hold a program whose licence stands here already. */
const PROGRAMS = [
  { pattern: /^@esbuild\//, of: 'esbuild' },
  { pattern: /^node-(bin-)?(linux|darwin)-/, of: 'Node.js' },
];
const RULE = '='.repeat(80);

/** Our own licence, then the texts of every production package and of Node: the same whatever machine this runs on. */
export function licenceTexts(root: string, about: About, lock: Lock, nodeVersion: string): string {
  const packages = productionPackages(lock);
  const libraries = packages.filter((one) => !one.isForOneSystem);
  const programs = packages.filter((one) => one.isForOneSystem);
  const chapters = [
    chapter(`${about.name} ${about.version}`, about.license, readFileSync(join(root, 'LICENSE'), 'utf8')),
    chapter(`Node.js ${nodeVersion}, and what is in it`, 'MIT', readFileSync(nodeLicence(root, packages), 'utf8')),
    ...libraries.map((one) => chapter(`${one.name} ${one.version}`, licenceName(one), textOf(root, one))),
    ...programs.map((one) => chapter(`${one.name} ${one.version}`, licenceName(one), `See ${programOf(one)}.`)),
  ];
  return chapters.filter((text, index) => chapters.indexOf(text) === index).join('\n');
}

function chapter(title: string, licence: string, text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll(/[ \t]+$/gm, '');
  return `${RULE}\n${title}\nLicence: ${licence}\n${RULE}\n\n${lines.trim()}\n`;
}

function textOf(root: string, one: ProductionPackage): string {
  const folder = join(root, one.path);
  const names = readdirSync(folder).toSorted();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const texts = names.filter((name) => TEXTS.test(name)).map(read);
  if (texts.length > 0) return texts.join('\n');
  const [readme = ''] = names.filter((name) => README.test(name)).map(read);
  const section = readme.split(HEADING).find((part) => /^licen[sc]e\s/i.test(part)) ?? '';
  if (section.length > SHORTEST_TEXT_CHARS) return section;
  return standardText(licenceName(one), holderOf(folder, one));
}

/** Who holds the rights in a package that carries no text: whom it names, or where its authors can be found. */
function holderOf(folder: string, { name }: ProductionPackage): string {
  const { author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = typeof author === 'string' ? author : author?.name;
  return named ?? `the authors of ${name}, ${repository?.url ?? repository}`;
}

function programOf({ name }: ProductionPackage): string {
  const program = PROGRAMS.find(({ pattern }) => pattern.test(name));
  if (!program) throw new Error(`${name} is for one kind of system; src/build/licence-texts.ts must say whose it is`);
  return program.of;
}

/** The licence of the pinned Node, whichever of its packages is here; else that of the Node that runs this. */
function nodeLicence(root: string, packages: readonly ProductionPackage[]): string {
  const pinned = packages.filter(({ name }) => /^node-/.test(name)).map(({ path }) => join(root, path, 'LICENSE'));
  const found = [...pinned, join(dirname(process.execPath), '../LICENSE')].find((path) => existsSync(path));
  if (!found) throw new Error('The licence of Node is nowhere; hint: npm ci brings it with the pinned Node');
  return found;
}
