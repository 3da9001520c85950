import { ok, type Result } from '#src/result.ts';
import { type CliFailure, type Failed, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import { configFile, configFolder, isHomeOfAnother, tokenFile } from '../system/config-folder.ts';
import { readGuarded } from '../system/guarded-file.ts';
import { systemCode } from '../system/system-code.ts';
import { PROFILE_TEXTS } from './texts.ts';

/** Where a token comes from. It is read only when it is about to be sent. */
export type TokenSource =
  | { readonly kind: 'value'; readonly token: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly program: string; readonly args: readonly string[] };

/** What somebody keeps of a server under a name, to say it once. */
export interface Profile {
  readonly name: string;
  readonly server: URL | undefined;
  readonly user: string | undefined;
  /** Goes to `server` alone; with it, `server` and `user` are always set. */
  readonly token: TokenSource | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly ttl: string | undefined;
}

export interface Profiles {
  readonly defaultName: string | undefined;
  readonly all: readonly Profile[];
}

/** A profile, and whether it was asked for by `--profile` itself. */
export interface Chosen {
  readonly profile: Profile | undefined;
  readonly isByOption: boolean;
}

/** The profile in use where nothing names one, if it exists. */
export const USUAL_PROFILE = 'default';
const MAX_FILE_BYTES = 256 * 1024;
const NONE: Profiles = { defaultName: undefined, all: [] };

/**
 * `--profile`, else HUSHLINK_PROFILE, else default_profile, else the one named 'default', if there is one. If the
 * server is known otherwise (`isServerSaid`) and no profile was asked for, a closed home of somebody else counts as
 * none.
 */
export async function chooseProfile(
  option: string | undefined,
  isServerSaid: boolean,
  io: CliIo,
): Promise<Result<Chosen, CliFailure>> {
  const read = await loadProfiles(io, { mayBeClosed: isServerSaid && !profileNameFor(option, NONE, io).isNamed });
  if (!read.ok) return read;
  const { name, isNamed } = profileNameFor(option, read.value, io);
  const profile = read.value.all.find((one) => one.name === name);
  if (isNamed && !profile) return unknownProfile(read.value);
  return ok({ profile, isByOption: option !== undefined });
}

export interface ProfileName {
  readonly name: string;
  /** Somebody has asked for it. */
  readonly isNamed: boolean;
}

export function profileNameFor(option: string | undefined, { defaultName }: Profiles, { env }: CliIo): ProfileName {
  const named = option ?? (env.HUSHLINK_PROFILE || undefined);
  return { name: named ?? defaultName ?? USUAL_PROFILE, isNamed: named !== undefined };
}

/** The name is not repeated: it may be anything. */
export function unknownProfile({ all }: Profiles): Failed {
  return failed('usage', PROFILE_TEXTS.unknownProfile(all.map(({ name }) => name)));
}

/** Whether the token of a profile is where `hushlink login` keeps it, and so is ours to replace and remove. */
export function isKeptHere({ name, token }: Profile, folder: string): boolean {
  return token?.kind === 'file' && token.path === tokenFile(folder, name);
}

/** All of config.yaml; nothing if there is no such file, or if it `mayBeClosed` and is, which standard error says. */
export async function loadProfiles(io: CliIo, { mayBeClosed = false } = {}): Promise<Result<Profiles, CliFailure>> {
  const folder = configFolder(io.env);
  if (folder === undefined) return ok(NONE);
  const text = await readProfileFile(configFile(folder), io, { mayBeClosed });
  if (!text.ok) return text;
  if (text.value === undefined) return ok(NONE);
  // Most people have no such file, and need no reader of YAML.
  const { readProfiles } = await import('./profile-file.ts');
  return readProfiles(text.value, { path: configFile(folder), folder, home: io.env.HOME });
}

/** The text of the file; undefined if there is none, or if it `mayBeClosed` and lies in a home that is closed to us. */
export async function readProfileFile(
  path: string,
  io: CliIo,
  { mayBeClosed = false } = {},
): Promise<Result<string | undefined, CliFailure>> {
  try {
    const { text, isChangeable } = await readGuarded(path, MAX_FILE_BYTES, io.uid);
    if (isChangeable) return failed('configuration', PROFILE_TEXTS.changeable(path));
    return text === undefined ? failed('configuration', PROFILE_TEXTS.tooLong(path)) : ok(text);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok(undefined);
    const isClosed = code === 'EACCES' && mayBeClosed && (await isHomeOfAnother(io));
    if (!isClosed) return failed('configuration', PROFILE_TEXTS.unreadable(path, code));
    say(io, PROFILE_TEXTS.closed(path));
    return ok(undefined);
  }
}
