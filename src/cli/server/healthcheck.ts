import { Agent, get } from 'node:http';
import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { failed } from '../failure.ts';
import { systemCode } from '../system/system-code.ts';
import { TEXTS } from '../texts.ts';
import { type ConfigIo, loadForServer } from './config.ts';
import { ownUrl } from './own-url.ts';

/** Less than a container's engine waits for a probe. */
const LONGEST_WAIT_MS = 3_000;

/** `hushlink healthcheck`: 0 if the server of this configuration is ready for visitors, else 1, within three seconds. */
export async function healthcheck(io: ConfigIo): Promise<Outcome> {
  const loaded = loadForServer(io);
  if (!loaded.ok) return loaded;
  const url = ownUrl(loaded.value.config.listen, '/readyz');
  if (url === null) return failed('configuration', TEXTS.healthcheck.anyPort);
  try {
    const status = await statusOf(url);
    if (status !== 200) return failed('unexpected', TEXTS.healthcheck.notReady(url, status));
  } catch (error) {
    return failed('unexpected', TEXTS.healthcheck.noAnswer(url, shortReasonOf(error)));
  }
  return ok({ line: `${TEXTS.healthcheck.ready}\n`, json: { ready: true, url }, notes: [] });
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // An agent of its own: the environment may tell the common one to ask a proxy.
    const options = { agent: new Agent(), signal: AbortSignal.timeout(LONGEST_WAIT_MS) };
    const request = get(url, options, ({ statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    request.on('error', reject);
  });
}

function shortReasonOf(error: unknown): string {
  const code = systemCode(error);
  return code === 'ABORT_ERR' ? 'ETIMEDOUT' : code;
}
