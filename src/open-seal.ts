import { randomBytes } from 'node:crypto';
import type { Config } from './config/config.ts';
import type { ConfigFailure } from './config/problem.ts';
import { ensureSiteSecret } from './config/site-secret.ts';
import type { RandomBytes } from './crypto/ids.ts';
import { createSeal, type Seal } from './crypto/seal.ts';
import type { Log } from './log/log.ts';
import { ok, type Result } from './result.ts';

/**
 * The seal under the site's secret, for the server and for commands beside it. With the embedded store a
 * missing secret is made in the data folder; the schema demands it otherwise.
 */
export async function openSeal(
  config: Pick<Config, 'site' | 'dataFolder'>,
  deps: { readonly log: Log; readonly drawBytes: RandomBytes },
): Promise<Result<Seal, ConfigFailure>> {
  const sealWith = (siteSecret: Buffer) => createSeal({ siteSecret, randomBytes: deps.drawBytes });
  if (config.site.secret) return ok(sealWith(config.site.secret.reveal()));
  const made = await ensureSiteSecret({ dataFolder: config.dataFolder, randomBytes });
  if (!made.ok) return made;
  const { path, isNew, secret } = made.value;
  if (isNew) deps.log.warn('site secret made', { file: path, hint: 'keep it with your backups' });
  return ok(sealWith(secret.reveal()));
}
