import { Agent, get } from 'node:http';
import { type ConfigIo, loadForServer, refuse } from './config.ts';
import { ownUrl } from './own-url.ts';
import { systemCode } from './system-code.ts';
import { TEXTS } from './texts.ts';

/** Less than a container's engine waits for it. */
const LONGEST_WAIT_MS = 3_000;

/** `hushlink healthcheck`: 0 if the server of this configuration is ready for visitors, else 1, within three seconds. */
export async function healthcheck(io: ConfigIo): Promise<number> {
  const loaded = loadForServer(io);
  if (!loaded.ok) return refuse(loaded.failure, io);
  const url = ownUrl(loaded.value.config.listen, '/readyz');
  if (url === null) return refuse({ kind: 'configuration', message: TEXTS.healthcheck.anyPort }, io);
  try {
    const status = await statusOf(url);
    if (status !== 200) return refuse({ kind: 'unexpected', message: TEXTS.healthcheck.notReady(url, status) }, io);
  } catch (error) {
    return refuse({ kind: 'unexpected', message: TEXTS.healthcheck.noAnswer(url, reasonOf(error)) }, io);
  }
  io.stdout.write(`${TEXTS.healthcheck.ready}\n`);
  return 0;
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // An agent of its own: the common one may be told by the environment to ask a proxy.
    const options = { agent: new Agent(), signal: AbortSignal.timeout(LONGEST_WAIT_MS) };
    const request = get(url, options, ({ statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    request.on('error', reject);
  });
}

function reasonOf(error: unknown): string {
  const code = systemCode(error);
  return code === 'ABORT_ERR' ? 'ETIMEDOUT' : code;
}
