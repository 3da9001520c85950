import { type Document, isMap, isScalar, parseDocument } from 'yaml';
import { ok, type Result } from '#src/result.ts';
import type { CliFailure } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { configFile, tokenFile } from '../system/config-folder.ts';
import { writeGuarded } from '../system/guarded-file.ts';
import { inTurn } from '../system/in-turn.ts';
import { readProfileFile, USUAL_PROFILE } from './profile.ts';

/** What `hushlink login` writes down. */
export interface KeptProfile {
  readonly name: string;
  readonly server: URL;
  readonly user: string;
  readonly token: string;
}

/**
 * Keeps the token in a file of its own and the profile in config.yaml, where everything else stays as it is, comments
 * too. The first profile of all becomes the default. Returns whether this one is the default. Throws the system's error;
 * whichever step it comes from, no profile has the token of another server then.
 */
export function keepProfile(kept: KeptProfile, folder: string, io: CliIo): Promise<Result<boolean, CliFailure>> {
  return inTurn(configFile(folder), io, () => keep(kept, folder, io));
}

/** Takes the token out of a profile in config.yaml. Throws the system's error. */
export function forgetToken(name: string, folder: string, io: CliIo): Promise<Result<undefined, CliFailure>> {
  return inTurn(configFile(folder), io, () => forget(name, folder, io));
}

async function keep(kept: KeptProfile, folder: string, io: CliIo): Promise<Result<boolean, CliFailure>> {
  const document = await openDocument(folder, io);
  if (!document.ok) return document;
  const { name, server, user, token } = kept;
  const before = String(document.value);
  const isFirst = !document.value.hasIn(['profiles']);
  if (isFirst && name !== USUAL_PROFILE) document.value.setIn(['default_profile'], name);
  const members = { server: server.origin, user, token_file: tokenFile('', name) };
  const profile = ['profiles', keyOf(name, document.value)];
  for (const [key, value] of Object.entries(members)) document.value.setIn([...profile, key], value);
  const isChanged = String(document.value) !== before;
  if (isChanged) await writeGuarded(configFile(folder), withoutToken(document.value, profile));
  await writeGuarded(tokenFile(folder, name), `${token}\n`);
  if (isChanged) await writeGuarded(configFile(folder), String(document.value));
  return ok(String(document.value.get('default_profile') ?? USUAL_PROFILE) === name);
}

async function forget(name: string, folder: string, io: CliIo): Promise<Result<undefined, CliFailure>> {
  const document = await openDocument(folder, io);
  if (!document.ok) return document;
  const profile = ['profiles', keyOf(name, document.value)];
  await writeGuarded(configFile(folder), withoutToken(document.value, profile));
  return ok(undefined);
}

function withoutToken(document: Document, profile: readonly unknown[]): string {
  const rest = document.clone();
  rest.deleteIn([...profile, 'token_file']);
  return String(rest);
}

/** The key as it stands in the file, where a name of digits is a number unless it has quotes. */
function keyOf(name: string, document: Document): unknown {
  const profiles = document.get('profiles');
  const keys = isMap(profiles) ? profiles.items.map(({ key }) => (isScalar(key) ? key.value : key)) : [];
  return keys.find((key) => String(key) === name) ?? name;
}

async function openDocument(folder: string, io: CliIo): Promise<Result<Document, CliFailure>> {
  const text = await readProfileFile(configFile(folder), io);
  return text.ok ? ok(parseDocument(text.value ?? '')) : text;
}
