import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { fetchHelm, helmPath } from './helm.ts';

/** What tests need beyond npm. */
export type ProgramName =
  | 'redis-server'
  | 'chromium'
  | 'desktop-chromium'
  | 'firefox'
  | 'webkit-driver'
  | 'xvfb'
  | 'nsd'
  | 'caddy'
  | 'nginx'
  | 'haproxy'
  | 'curl'
  | 'helm'
  | 'promtool'
  | 'buildah'
  | 'debootstrap'
  | 'bubblewrap'
  | 'setpriv'
  | 'prlimit'
  | 'shellcheck'
  | 'systemd-analyze'
  | 'zsh'
  | 'fish'
  | 'python3';

interface Program {
  /** Names the program to use, and nothing else is tried then. */
  readonly variable: string;
  /** Names to look for on PATH, then usual places. */
  readonly candidates: readonly string[];
  readonly debianPackages: readonly string[];
  /** For what no Debian package has. */
  readonly fetch?: () => void;
  /** Makes it say its version, or its usage, and end; '--version' where nothing is said. */
  readonly versionFlag?: string;
  readonly hint: string;
}

const desktopChromiums = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const programs: Readonly<Record<ProgramName, Program>> = {
  'redis-server': {
    variable: 'HUSHLINK_REDIS_SERVER',
    candidates: [
      'redis-server',
      '/usr/bin/redis-server',
      '/usr/local/bin/redis-server',
      '/opt/homebrew/bin/redis-server',
    ],
    debianPackages: ['redis-server'],
    hint: 'Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis',
  },
  chromium: {
    variable: 'HUSHLINK_CHROMIUM',
    // The shell is the same engine without a desktop around it, and a third quicker.
    candidates: ['chromium-headless-shell', ...desktopChromiums],
    debianPackages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    hint: 'Debian: apt-get install chromium-headless-shell; macOS: brew install --cask chromium; any Chrome or Chromium will do',
  },
  'desktop-chromium': {
    variable: 'HUSHLINK_DESKTOP_CHROMIUM',
    candidates: desktopChromiums,
    debianPackages: ['chromium', 'fonts-dejavu-core'],
    hint: 'Debian: apt-get install chromium; macOS: brew install --cask chromium; any Chrome or Chromium will do',
  },
  firefox: {
    variable: 'HUSHLINK_FIREFOX',
    candidates: ['firefox-esr', 'firefox', '/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    debianPackages: ['firefox-esr', 'fonts-dejavu-core'],
    hint: 'Debian: apt-get install firefox-esr; macOS: brew install --cask firefox; any Firefox will do',
  },
  'webkit-driver': {
    variable: 'HUSHLINK_WEBKIT_DRIVER',
    candidates: ['WebKitWebDriver', '/usr/bin/WebKitWebDriver'],
    debianPackages: ['webkit2gtk-driver', 'fonts-dejavu-core'],
    versionFlag: '--help',
    hint: 'Debian: apt-get install webkit2gtk-driver; there is none for macOS',
  },
  xvfb: {
    variable: 'HUSHLINK_XVFB',
    candidates: ['Xvfb', '/usr/bin/Xvfb'],
    debianPackages: ['xvfb'],
    versionFlag: '-help',
    hint: 'Debian and Ubuntu: apt-get install xvfb; there is none for macOS',
  },
  caddy: {
    variable: 'HUSHLINK_CADDY',
    candidates: ['caddy', '/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
    debianPackages: ['caddy'],
    versionFlag: 'version',
    hint: 'Debian and Ubuntu: apt-get install caddy (its service is not needed); macOS: brew install caddy',
  },
  nginx: {
    variable: 'HUSHLINK_NGINX',
    candidates: ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'],
    debianPackages: ['nginx-light'],
    versionFlag: '-v',
    hint: 'Debian and Ubuntu: apt-get install nginx-light (its service is not needed); macOS: brew install nginx',
  },
  haproxy: {
    variable: 'HUSHLINK_HAPROXY',
    candidates: ['haproxy', '/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'],
    debianPackages: ['haproxy'],
    versionFlag: '-v',
    hint: 'Debian and Ubuntu: apt-get install haproxy (its service is not needed); macOS: brew install haproxy',
  },
  curl: {
    variable: 'HUSHLINK_CURL',
    candidates: ['curl', '/usr/bin/curl'],
    debianPackages: ['curl'],
    hint: 'Debian and Ubuntu: apt-get install curl; macOS has it',
  },
  helm: {
    variable: 'HUSHLINK_HELM',
    candidates: [helmPath],
    debianPackages: [],
    fetch: fetchHelm,
    versionFlag: 'version',
    hint: 'any Helm 4 will do',
  },
  promtool: {
    variable: 'HUSHLINK_PROMTOOL',
    candidates: ['promtool', '/usr/bin/promtool', '/opt/homebrew/bin/promtool'],
    debianPackages: ['prometheus'],
    hint: 'Debian and Ubuntu: apt-get install prometheus (its service is not needed); macOS: brew install prometheus',
  },
  nsd: {
    variable: 'HUSHLINK_NSD',
    candidates: ['nsd', '/usr/sbin/nsd', '/usr/local/sbin/nsd', '/opt/homebrew/sbin/nsd'],
    debianPackages: ['nsd'],
    versionFlag: '-v',
    hint: 'Debian and Ubuntu: apt-get install nsd (its service is not needed); macOS: brew install nsd',
  },
  buildah: {
    variable: 'HUSHLINK_BUILDAH',
    candidates: ['buildah', '/usr/bin/buildah'],
    debianPackages: ['buildah'],
    hint: 'Debian and Ubuntu: apt-get install buildah; there is none for macOS',
  },
  debootstrap: {
    variable: 'HUSHLINK_DEBOOTSTRAP',
    candidates: ['debootstrap', '/usr/sbin/debootstrap'],
    debianPackages: ['debootstrap'],
    hint: 'Debian and Ubuntu: apt-get install debootstrap; there is none for macOS',
  },
  bubblewrap: {
    variable: 'HUSHLINK_BUBBLEWRAP',
    candidates: ['bwrap', '/usr/bin/bwrap'],
    debianPackages: ['bubblewrap'],
    hint: 'Debian and Ubuntu: apt-get install bubblewrap; there is none for macOS',
  },
  setpriv: {
    variable: 'HUSHLINK_SETPRIV',
    candidates: ['setpriv', '/usr/bin/setpriv'],
    debianPackages: ['util-linux'],
    hint: 'Debian and Ubuntu: apt-get install util-linux; there is none for macOS',
  },
  prlimit: {
    variable: 'HUSHLINK_PRLIMIT',
    candidates: ['prlimit', '/usr/bin/prlimit'],
    debianPackages: ['util-linux'],
    hint: 'Debian and Ubuntu: apt-get install util-linux; there is none for macOS',
  },
  python3: {
    variable: 'HUSHLINK_PYTHON',
    candidates: ['python3', '/usr/bin/python3', '/usr/local/bin/python3', '/opt/homebrew/bin/python3'],
    debianPackages: ['python3'],
    hint: 'Debian and Ubuntu: apt-get install python3; macOS: brew install python',
  },
  shellcheck: {
    variable: 'HUSHLINK_SHELLCHECK',
    candidates: ['shellcheck', '/usr/bin/shellcheck', '/usr/local/bin/shellcheck', '/opt/homebrew/bin/shellcheck'],
    debianPackages: ['shellcheck'],
    hint: 'Debian and Ubuntu: apt-get install shellcheck; macOS: brew install shellcheck',
  },
  'systemd-analyze': {
    variable: 'HUSHLINK_SYSTEMD_ANALYZE',
    candidates: ['systemd-analyze', '/usr/bin/systemd-analyze'],
    debianPackages: ['systemd'],
    hint: 'Debian and Ubuntu: apt-get install systemd',
  },
  zsh: {
    variable: 'HUSHLINK_ZSH',
    candidates: ['zsh', '/usr/bin/zsh', '/bin/zsh'],
    debianPackages: ['zsh'],
    hint: 'Debian and Ubuntu: apt-get install zsh; macOS has it',
  },
  fish: {
    variable: 'HUSHLINK_FISH',
    candidates: ['fish', '/usr/bin/fish', '/opt/homebrew/bin/fish'],
    debianPackages: ['fish'],
    hint: 'Debian and Ubuntu: apt-get install fish; macOS: brew install fish',
  },
};

/** The path of a program that runs, or null. Throws if its variable names one that does not run. */
export function findProgram(name: ProgramName): string | null {
  const { variable, candidates, versionFlag = '--version' } = programs[name];
  const chosen = process.env[variable];
  const doesRun = (path: string) => runs(path, versionFlag);
  if (!chosen) return candidates.flatMap(placesOf).find(doesRun) ?? null;
  if (!doesRun(chosen)) throw new Error(`${variable} is ${chosen}, which does not run`);
  return chosen;
}

/** Like `findProgram`, for tests: throws with the way to get what is missing. */
export function needProgram(name: ProgramName): string {
  const path = findProgram(name);
  if (path === null) throw new Error(howToGet(name));
  return path;
}

/** One line for people: what is missing and how to get it. */
export function howToGet(name: ProgramName): string {
  const { variable, hint } = programs[name];
  return `${name} is missing. ${hint}; or name one in ${variable}.`;
}

function placesOf(candidate: string): string[] {
  if (isAbsolute(candidate)) return [candidate];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, candidate));
}

function runs(path: string, versionFlag: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // A file of that name may be a stub that only tells where to get the real one.
  return spawnSync(path, [versionFlag], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}
