import { shellWord } from '../system/shell-word.ts';
import type { Said } from './finding.ts';

const say = (message: string, hint: string): Said => ({ message, hint });

/** What `hushlink doctor` says. */
export const SAID = {
  tooLong: (seconds: number) => say(`No answer within ${seconds} s`, 'look at what it depends on, and run it again'),
  broken: (code: string) => say(`Could not be looked at (${code})`, 'look at what it depends on, and run it again'),

  version: (version: string, node: string, platform: string) => `Hushlink ${version}, Node ${node}, ${platform}`,
  oldNode: (node: string, needed: number) =>
    say(`Node ${node} is too old`, `start it by bin/hushlink, which brings Node ${needed}`),

  user: (uid: string) => `Run as user ${uid}`,
  root: () =>
    say(
      'Run as root, which the server needs nothing of',
      'give it a user of its own, and run hushlink doctor as that one',
    ),

  descriptors: (limit: string) => `Up to ${limit} open files and connections here`,
  fewDescriptors: (limit: number) =>
    say(
      `Only ${limit} open files and connections are allowed here`,
      'raise it where the server is started (ulimit -n, LimitNOFILE)',
    ),

  config: 'The configuration is fine',
  configWarning: (line: string) => splitHint(line, 'see hushlink config show'),
  configProblem: (line: string) => splitHint(line, 'see hushlink config check'),

  data: (folder: string) => `${folder} can be written, and read by nobody else`,
  dataToCome: (folder: string) => `${folder} will be made by the first start`,
  dataUnneeded: 'Not used: Redis keeps everything, and the site secret is in the configuration',
  notReadable: (path: string, code: string) =>
    say(`${path} cannot be read (${code})`, 'give it to the user that the server runs as (chown)'),
  notWritable: (path: string, code: string) =>
    say(`${path} cannot be read and written (${code})`, 'give it to the user that the server runs as (chown)'),
  mountedReadOnly: (path: string, code: string) =>
    say(
      `${path} cannot be read and written (${code})`,
      'mount it so that it can be written; the system itself makes a disk with errors read-only',
    ),
  notFolder: (path: string) =>
    say(`${path} is a file`, 'data names a folder, and store a file in one that is there or can be made'),
  openToOthers: (path: string, mode: string, wanted: string) =>
    say(`${path} is open to others (mode ${mode})`, `chmod ${wanted} ${shellWord(path)}`),

  disk: (free: string, folder: string) => `${free} free at ${folder}`,
  diskLow: (free: string, folder: string) =>
    say(`Only ${free} free at ${folder}`, 'make room, or move data to another disk'),
  diskUnneeded: 'Nothing is kept on this disk',

  closed: (line: string) => splitHint(line, 'see hushlink store --help'),
  sqliteToCome: (path: string) => `SQLite at ${path} will be made by the first start`,
  sqlite: (path: string, size: string, schema: string) => `SQLite at ${path}: ${size}, WAL, schema ${schema}`,
  sqliteUnreadable: (path: string, code: string) =>
    say(`${path} is no database that can be opened (${code})`, 'restore a backup, and keep the file for a look at it'),
  sqliteClosed: (path: string) =>
    say(`${path} cannot be opened`, 'is doctor run as the user that the server runs as, and is it a file?'),
  sqliteDisk: (path: string) =>
    say(`${path} cannot be opened: the disk does not do what is asked`, 'make room on it, or see whether it fails'),
  sqliteDamaged: (path: string) => say(`${path} is damaged`, 'restore a backup, and keep the file for a look at it'),
  sqliteLocked: (path: string, code: string) =>
    say(`${path} cannot be written (${code})`, 'who may write the file, and does something else hold it?'),
  sqliteNotWal: (path: string, mode: string) =>
    say(`${path} is in journal mode ${mode}, not WAL`, 'keep it on a local disk: network disks know no WAL'),
  sqliteOtherSchema: (path: string, schema: string, major: number) =>
    say(`${path} has schema ${schema}, this release reads ${major}.x`, 'run the release that wrote it'),
  walLarge: (size: string) =>
    say(`The log of SQLite has grown to ${size}`, 'is a process reading for long? A restart of the server empties it'),

  redis: (address: string, facts: string) => `Redis at ${address}: ${facts}`,
  redisAway: (address: string, code: string) =>
    say(
      `Redis at ${address} does not answer (${code})`,
      'does it run, may this machine connect, are user and password right?',
    ),
  redisUntrusted: (address: string, code: string) =>
    say(
      `The certificate of Redis at ${address} is not to be trusted (${code})`,
      'use the name it was made for; an authority of your own goes into a file that NODE_EXTRA_CA_CERTS names',
    ),
  redisOld: (version: string) => say(`Redis ${version} is too old`, 'Hushlink needs 6 or newer'),
  redisReplica: (address: string) =>
    say(`Redis at ${address} is a replica, which cannot be written`, 'name the master, or use redis+sentinel://'),
  redisRefuses: (address: string, reason: string) =>
    say(
      `Redis at ${address} takes no writes (${reason})`,
      'look at its log, at all its masters and replicas, and at the rights of the user',
    ),
  redisEvicts: (policy: string) =>
    say(`maxmemory-policy is ${policy}: an evicted secret is a lost secret`, 'set it to noeviction'),
  redisForgets: () =>
    say(
      'Redis writes no append-only file: a restart of it loses secrets',
      'set appendonly yes and appendfsync everysec',
    ),
  redisNotWriting: (status: string) =>
    say(`Redis could not write its append-only file (${status})`, 'look at its log and its disk'),
  redisFull: (percent: number) =>
    say(`Redis uses ${percent} % of its memory; full, it takes nothing new`, 'raise maxmemory'),
  redisReplicas: (found: number, wanted: number) =>
    say(`${found} replicas are connected, store.wait_replicas waits for ${wanted}`, 'connect more, or wait for fewer'),

  mailOff: 'No mail server is configured: nothing is mailed',
  mail: (server: string, how: string) => `${server} answers ${how}`,
  mailEncrypted: (day: string) => `over TLS, with a certificate until ${day}`,
  mailPlain: 'without encryption, on this machine',
  mailSignedIn: ', and takes user and password',
  mailAway: (server: string, code: string) =>
    say(
      `${server} does not answer (${code})`,
      'check host and port of mail.smtp, and whether this machine may connect there',
    ),
  mailUntrusted: (server: string, code: string) =>
    say(
      `The certificate of ${server} is not to be trusted (${code})`,
      'use the name it was made for; an authority of your own goes into a file that NODE_EXTRA_CA_CERTS names',
    ),
  mailUnencrypted: (server: string) =>
    say(
      `${server} offers no encryption, and a password is not sent without`,
      'use smtps://, or the port for submission',
    ),
  mailOpen: (server: string) =>
    say(
      `Mails go to ${server} unencrypted: whoever is in between reads their links`,
      'use smtps://, or a server with STARTTLS',
    ),
  mailSignIn: (server: string, answer: string) =>
    say(
      `${server} refused the sign-in: ${answer}`,
      'check user and password in mail.smtp, special characters in percent-encoding',
    ),
  mailNoPassword: (server: string) =>
    say(
      `${server} asks for a password, and mail.smtp has a user without one`,
      'put it after the user, special characters in percent-encoding',
    ),
  mailExpiring: (server: string, day: string) =>
    say(`The certificate of ${server} ends on ${day}`, 'have it renewed; mails wait once it is over'),

  dnsNone: () =>
    say('site.host is not set: the site answers this machine only', 'set site.host to the name that people use'),
  dns: (name: string, addresses: readonly string[]) => `${name} is ${addresses.join(', ')}`,
  dnsAddress: (name: string) => `${name} needs no DNS`,
  dnsMissing: (name: string) => say(`${name} has no address`, 'create its A and AAAA records; they lead to your proxy'),
  dnsFailed: (name: string) =>
    say(`DNS gave no answer about ${name}`, 'check the resolvers of this machine, and domains.resolvers'),
  proxy: (name: string, port: number) => `${name} takes connections at port ${port}`,
  proxySilent: (name: string, port: number, code: string) =>
    say(
      `${name} takes no connection at port ${port} (${code}): custom domains stay UNREACHABLE`,
      'does the proxy listen there, and may this machine reach its own public address?',
    ),
  proxyBarred: (name: string, addresses: readonly string[]) =>
    say(
      `${name} has no public address (${addresses.join(', ')}): custom domains stay UNREACHABLE`,
      'add its network to domains.private_networks',
    ),

  server: (url: string) => `A server is ready at ${url}`,
  serverNone: (url: string) => `No server runs at ${url}`,
  serverAnyPort: 'listen.port is 0: nobody knows where a server listens',
  serverNotReady: (url: string, status: number) =>
    say(`${url} answers ${status}`, 'it is stopping, or its store is away; or something else has this port'),
  serverSilent: (url: string, code: string) => say(`${url} does not answer (${code})`, 'look at its log'),

  siteUnasked: 'Not asked through the proxy: no server runs here',
  site: (url: string) => `${url} leads to a Hushlink`,
  siteAway: (url: string, code: string) =>
    say(
      `${url} cannot be reached from here (${code})`,
      'is the proxy up, and may this machine reach its own public address?',
    ),
  siteUntrusted: (url: string, code: string) =>
    say(`The certificate of ${url} is not to be trusted (${code})`, 'look at what the proxy says of it'),
  siteOther: (url: string, status: number) =>
    say(
      `${url} answers ${status}, not as a Hushlink does`,
      'does the proxy hand on the name unchanged, and to this server?',
    ),

  clock: (places: string) => `Agrees with that of ${places}`,
  clockAlone: 'There is nothing to compare it with',
  clockOff: (place: string, seconds: number) =>
    say(
      `Differs from that of ${place} by ${seconds} s: secrets end at the wrong time`,
      'run a time service (NTP) on both',
    ),
} as const;

/** Lines of the configuration bring a hint of their own. */
function splitHint(line: string, other: string): Said {
  const [message = line, hint = other] = line.split('; hint: ');
  return { message, hint };
}
