import { isAbsolute, join } from 'node:path';
import type { CliIo } from './io.ts';

/**
 * Where a person keeps what is said of servers: `$XDG_CONFIG_HOME/hushlink`, else `~/.config/hushlink`; undefined
 * without a home, as for a service. A relative XDG_CONFIG_HOME is none (XDG Base Directory Specification).
 */
export function configFolder({ HOME, XDG_CONFIG_HOME }: CliIo['env']): string | undefined {
  if (XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, 'hushlink');
  return HOME !== undefined && isAbsolute(HOME) ? join(HOME, '.config', 'hushlink') : undefined;
}

export function configFile(folder: string): string {
  return join(folder, 'config.yaml');
}

/** Where `hushlink login` keeps the token of a profile. */
export function tokenFile(folder: string, profile: string): string {
  return join(folder, 'tokens', profile);
}
