import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { CliIo } from '../io.ts';
import { systemCode } from './system-code.ts';

/** A relative XDG_CONFIG_HOME is ignored (XDG Base Directory Specification). */
function homeOf({ HOME, XDG_CONFIG_HOME }: CliIo['env']): string | undefined {
  return [XDG_CONFIG_HOME, HOME].find((path) => path !== undefined && isAbsolute(path));
}

/**
 * Where a person keeps what is said of servers: `$XDG_CONFIG_HOME/hushlink`, else `~/.config/hushlink`; undefined
 * without a home, as for a service.
 */
export function configFolder(env: CliIo['env']): string | undefined {
  const home = homeOf(env);
  if (home === undefined) return undefined;
  return home === env.XDG_CONFIG_HOME ? join(home, 'hushlink') : join(home, '.config', 'hushlink');
}

/** Whether the home is somebody else's: a service may be left with that of whoever started it. */
export async function isHomeOfAnother({ env, uid }: Pick<CliIo, 'env' | 'uid'>): Promise<boolean> {
  const home = homeOf(env);
  if (home === undefined || uid === undefined) return false;
  try {
    return (await stat(home)).uid !== uid;
  } catch (error) {
    return systemCode(error) === 'EACCES';
  }
}

export function configFile(folder: string): string {
  return join(folder, 'config.yaml');
}

/** Where `hushlink login` keeps the token of a profile. */
export function tokenFile(folder: string, profile: string): string {
  return join(folder, 'tokens', profile);
}
