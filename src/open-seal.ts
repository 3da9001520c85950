import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { readPreviousSecrets, SITE_SECRET_FILE } from './config/previous-secrets.ts';
import type { ConfigFailure, ConfigProblem } from './config/problem.ts';
import type { Redacted } from './config/redacted.ts';
import { ensureSiteSecret } from './config/site-secret.ts';
import type { RandomBytes } from './crypto/ids.ts';
import { createKeyRing, type KeyRing } from './crypto/key-ring.ts';
import type { Log } from './log/log.ts';
import { ok, type Result } from './result.ts';

export interface SealDeps {
  readonly log: Pick<Log, 'warn'>;
  readonly drawBytes: RandomBytes;
  /** Known before a secret is looked for. False if the store has a record of keys: a new secret opens nothing of it. */
  readonly mayMake: boolean;
}

/**
 * The seal under the site's secrets, for the server and for commands beside it. With the embedded store a
 * missing secret may be made in the data folder; the schema demands it otherwise. What the store knows of earlier
 * secrets is not in it yet: `settleKeys` or `readKeys` comes next.
 */
export async function openSeal(
  config: Pick<Config, 'site' | 'dataFolder'>,
  deps: SealDeps,
): Promise<Result<KeyRing, ConfigFailure>> {
  const { secret, previousSecrets } = config.site;
  if (secret) return ok(ringOf(secret, previousSecrets, deps.drawBytes));
  const made = await ensureSiteSecret({ dataFolder: config.dataFolder, randomBytes, mayMake: deps.mayMake });
  if (!made.ok) return made;
  const { path, isNew, secret: kept } = made.value;
  if (isNew) deps.log.warn('site secret made', { file: path, hint: 'keep a copy of it, apart from your backups' });
  const before = await readPreviousSecrets(config.dataFolder);
  return before.ok ? ok(ringOf(kept, [...previousSecrets, ...before.value], deps.drawBytes)) : before;
}

/** What a start would refuse of the secrets in the data folder, if they are there for us to read. Makes nothing. */
export async function keptSecretProblems(
  config: Pick<Config, 'site' | 'dataFolder'>,
): Promise<readonly ConfigProblem[]> {
  if (config.site.secret !== null) return [];
  const isThere = await access(join(config.dataFolder, SITE_SECRET_FILE), constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  const ring = await openSeal(config, { log: { warn: () => {} }, drawBytes: randomBytes, mayMake: false });
  return ring.ok ? [] : ring.failure.problems;
}

function ringOf(secret: Redacted<Buffer>, previous: readonly Redacted<Buffer>[], drawBytes: RandomBytes): KeyRing {
  const siteSecret = secret.reveal();
  // A change of the kept secret that was cut short has it in both places.
  const previousSecrets = previous.map((one) => one.reveal()).filter((one) => !one.equals(siteSecret));
  return createKeyRing({ siteSecret, previousSecrets, randomBytes: drawBytes });
}
