import { type Client, jsonOf, type Shared } from '../../tests/durability/client.ts';
import { untilSo } from '../../tests/support/until-so.ts';
import type { Finding } from './fault.ts';

/** Secrets of which it is known what the clock should do to them. */
export interface ClockWatch {
  /** Looks at them while the clock is wrong. */
  whileWrong(): Promise<void>;
  /** Looks again once it is right. */
  afterwards(): Promise<readonly Finding[]>;
}

const PASSPHRASE = 'open sesame';
const HOUR_SECONDS = 3_600;
/** No wait and no lock after a wrong passphrase is longer (secrets.passphrase in config/hushlink.yaml). */
const LONGEST_LOCK_SECONDS = 3_600;

/** Shares and reads some, while the clock is still right. */
export async function watchByClock(client: Client): Promise<ClockWatch> {
  const ofAnHour = await client.share('for an hour', { ttl: HOUR_SECONDS });
  const guarded = await client.share('behind a passphrase', { passphrase: PASSPHRASE });
  const read = await client.share('read before');
  await client.reveal(read.secretKey);
  const seen = { ofAnHour: 0 };
  let made: Shared | null = null;
  return {
    whileWrong: async () => {
      seen.ofAnHour = await statusOf(client, ofAnHour);
      await client.reveal(guarded.secretKey, { passphrase: 'wrong' });
      made = await client.share('made by the wrong clock', { ttl: HOUR_SECONDS });
    },
    afterwards: async () => [
      finding(
        true,
        `a secret of an hour answered ${seen.ofAnHour} by the wrong clock, ${await statusOf(client, ofAnHour)} then`,
      ),
      await findingOfLock(client, guarded),
      await findingOfOnce(client, read, 'read before the jump'),
      ...(made === null ? [] : [await findingOfNew(client, made)]),
    ],
  };
}

/** Resolves once a secret of a minute has run out, and has been cleared away, by the right clock. */
export async function runOut(client: Client): Promise<() => Promise<Finding>> {
  const brief = await client.share('for a minute', { ttl: 60 });
  await untilSo('it has run out', async () => (await statusOf(client, brief)) === 404);
  return async () => {
    const { status } = await client.reveal(brief.secretKey);
    return finding(status === 404, `a secret that had run out answered ${status} when the clock went back`);
  };
}

async function findingOfLock(client: Client, { secretKey }: Shared): Promise<Finding> {
  const answer = await client.reveal(secretKey, { passphrase: PASSPHRASE });
  const waitSeconds = answer.status === 200 ? 0 : Number(answer.headers['retry-after']);
  const text = `after a wrong passphrase by the wrong clock the right one has to wait ${waitSeconds} s`;
  return finding(waitSeconds <= LONGEST_LOCK_SECONDS, text);
}

async function findingOfOnce(client: Client, { secretKey }: Shared, what: string): Promise<Finding> {
  const { status } = await client.reveal(secretKey);
  return finding(status === 404, `a secret that was ${what} answered ${status}`);
}

async function findingOfNew(client: Client, { secretKey, metadataKey }: Shared): Promise<Finding> {
  const record = jsonOf(await client.ask(`/api/v2/private/${metadataKey}`)).record;
  const { status } = await client.reveal(secretKey);
  const state = record?.state ?? 'unknown';
  return finding(true, `one of an hour that was made by the wrong clock is ${state} then, and answered ${status}`);
}

async function statusOf(client: Client, { secretKey }: Shared): Promise<number> {
  return (await client.ask(`/api/v2/secret/${secretKey}`)).status;
}

function finding(isKept: boolean, text: string): Finding {
  return { isKept, text };
}
