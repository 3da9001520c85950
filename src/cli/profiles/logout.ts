import { rm } from 'node:fs/promises';
import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { configFolder, tokenFile } from '../system/config-folder.ts';
import { systemCode } from '../system/system-code.ts';
import { isKeptHere, loadProfiles, type Profile, profileNameFor, unknownProfile } from './profile.ts';
import { PROFILE_TEXTS } from './texts.ts';

export interface LogoutOptions {
  readonly profile?: string;
  readonly json?: boolean;
}

const { logout: SAID } = PROFILE_TEXTS;

/** `hushlink logout`: removes what `hushlink login` has kept. */
export async function logout({ profile: option }: LogoutOptions, io: CliIo): Promise<Outcome> {
  const profiles = await loadProfiles(io);
  if (!profiles.ok) return profiles;
  const { name, isNamed } = profileNameFor(option, profiles.value, io);
  const profile = profiles.value.all.find((one) => one.name === name);
  if (isNamed && !profile) return unknownProfile(profiles.value);
  const folder = configFolder(io.env);
  if (!profile?.token || folder === undefined) {
    return ok({ line: '', json: { profile: name, removed: false }, notes: [SAID.nothing(name)] });
  }
  if (!isKeptHere(profile, folder)) return failed('usage', PROFILE_TEXTS.login.tokenElsewhere);
  return remove(profile, folder, io);
}

async function remove({ name, server }: Profile, folder: string, io: CliIo): Promise<Outcome> {
  let sentence: (code: string) => string = SAID.notRemoved;
  try {
    // The token first: if this is broken off, nothing of it is left.
    await rm(tokenFile(folder, name), { force: true });
    sentence = SAID.stillNamed;
    const { forgetToken } = await import('./kept-profile.ts');
    const done = await forgetToken(name, folder, io);
    if (!done.ok) return done;
  } catch (error) {
    return failed('undelivered', sentence(systemCode(error)));
  }
  const notes = server ? [SAID.stillValid(new URL('/account', server).href)] : [];
  return ok({ line: `${SAID.done(name)}\n`, json: { profile: name, removed: true }, notes });
}
