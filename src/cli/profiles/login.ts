import { ok, type Result } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk, isTyped, say } from '../io.ts';
import { apiAt, basicAuthorization } from '../site/session.ts';
import { configFolder, tokenFile } from '../system/config-folder.ts';
import { systemCode } from '../system/system-code.ts';
import { askLine } from '../terminal/ask.ts';
import { askHidden } from '../terminal/hidden-line.ts';
import { readStandardInput } from '../terminal/standard-input.ts';
import { TEXTS } from '../texts.ts';
import { type ClientOptions, wishesWith } from '../wishes.ts';
import { readAuthorized } from './authorized.ts';
import type { KeptProfile } from './kept-profile.ts';
import { isKeptHere, loadProfiles, type Profile, type Profiles, profileNameFor } from './profile.ts';
import { isProfileName, isProfileUser } from './profile-name.ts';
import { PROFILE_TEXTS } from './texts.ts';
import { MAX_TOKEN_BYTES, tokenIn } from './token.ts';

export interface LoginOptions extends ClientOptions {
  readonly user?: string;
}

/** Where to sign in, settled before anybody is asked anything. */
interface Plan {
  readonly folder: string;
  readonly name: string;
  readonly profiles: Profiles;
  readonly profile: Profile | undefined;
}

const { login: SAID } = PROFILE_TEXTS;

/** `hushlink login`: tries an API token, and keeps it for this user of the machine alone. */
export async function login(options: LoginOptions, io: CliIo): Promise<Outcome> {
  const plan = await readPlan(options, io);
  if (!plan.ok) return plan;
  const { name, profile } = plan.value;
  const wishes = wishesWith({ profile, isByOption: options.profile !== undefined }, options, io);
  if (!wishes.ok) return wishes;
  const { own: server, timeoutMs } = wishes.value;
  if (canAsk(io)) say(io, SAID.where(new URL('/account', server).href));
  const user = await userFor(options, profile, io);
  if (!user.ok) return user;
  const token = await askToken(io);
  if (!token.ok) return token;
  const person = await readAuthorized(apiAt(server, basicAuthorization(user.value, token.value), timeoutMs, io));
  if (!person.ok) return person;
  // What cannot be read again would spoil the whole file, other profiles too.
  if (!isProfileUser(person.value.user)) return failed('server', TEXTS.errors.strangeAnswer('answer.record.custid'));
  return keep({ name, server, user: person.value.user, token: token.value }, plan.value, io);
}

async function readPlan({ profile: option }: LoginOptions, io: CliIo): Promise<Result<Plan, CliFailure>> {
  const folder = configFolder(io.env);
  if (folder === undefined) return failed('configuration', SAID.noFolder);
  const profiles = await loadProfiles(io);
  if (!profiles.ok) return profiles;
  const { name } = profileNameFor(option, profiles.value, io);
  if (!isProfileName(name)) return failed('usage', PROFILE_TEXTS.notAName);
  const profile = profiles.value.all.find((one) => one.name === name);
  if (profile?.token && !isKeptHere(profile, folder)) return failed('usage', SAID.tokenElsewhere);
  return ok({ folder, name, profiles: profiles.value, profile });
}

async function userFor(
  { user: option }: LoginOptions,
  profile: Profile | undefined,
  io: CliIo,
): Promise<Result<string, CliFailure>> {
  const known = option ?? (io.env.HUSHLINK_USER || profile?.user);
  if (known === undefined && !canAsk(io)) return failed('usage', SAID.userNeeded);
  const user = known ?? (await askLine(SAID.user, io));
  if (user === undefined) return failed('cancelled', TEXTS.errors.unchanged);
  return isProfileUser(user) ? ok(user) : failed('usage', SAID.notAnAddress);
}

/** Typed or pasted where it is not shown, else one line of standard input. */
async function askToken(io: CliIo): Promise<Result<string, CliFailure>> {
  const given = await (isTyped('-', io) ? typedToken(io) : readStandardInput(io, MAX_TOKEN_BYTES));
  if (!given.ok) return given;
  const token = tokenIn(given.value?.toString());
  return token === undefined ? failed('usage', SAID.tokenNeeded) : ok(token);
}

async function typedToken(io: CliIo): Promise<Result<string, CliFailure>> {
  const typed = await askHidden(SAID.token, io);
  return typed === undefined ? failed('cancelled', TEXTS.errors.unchanged) : ok(typed.trim());
}

async function keep(kept: KeptProfile, { folder }: Plan, io: CliIo): Promise<Outcome> {
  const { name, server, user } = kept;
  const file = tokenFile(folder, name);
  try {
    const { keepProfile } = await import('./kept-profile.ts');
    const isDefault = await keepProfile(kept, folder, io);
    if (!isDefault.ok) return isDefault;
    return ok({
      line: `${SAID.done(user, server.host)}\n`,
      json: { profile: name, server: server.origin, user, token_file: file },
      notes: [SAID.kept(file), isDefault.value ? SAID.isDefault(name) : SAID.notDefault(name)],
    });
  } catch (error) {
    return failed('undelivered', SAID.notStored(systemCode(error)));
  }
}
