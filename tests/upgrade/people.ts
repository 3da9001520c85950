import assert from 'node:assert/strict';
import { type Client, contentOf, jsonOf } from '../durability/client.ts';
import { signedIn, signUp } from '../security/stores.ts';

/** Somebody who has signed up before everything, and stays. */
export interface Resident {
  /** Shares one more secret; finds it and all others in the list, by session and by token. */
  dwell(): Promise<void>;
  /** Reads every secret that was shared, each once. */
  readAll(): Promise<void>;
}

const ADDRESS = 'anna@example.org';

export async function settleResident(client: Client): Promise<Resident> {
  await signUp(client, ADDRESS);
  const anna = await signedIn(client, ADDRESS, '/dashboard');
  const token = jsonOf(await anna.call('/account/apitoken', {})).record.apitoken;
  const bySession = { Cookie: anna.cookie };
  const byToken = { Authorization: `Basic ${Buffer.from(`${ADDRESS}:${token}`).toString('base64')}` };
  const shared = new Map<string, string>();

  return {
    dwell: async () => {
      const secret = `secret ${shared.size}`;
      const made = await client.ask('/api/v2/secret/conceal', {
        ...{ method: 'POST', headers: byToken },
        body: { kind: 'share', secret },
      });
      assert.equal(made.status, 200, String(made.body));
      shared.set(jsonOf(made).record.secret.key, secret);
      for (const headers of [bySession, byToken]) {
        const recent = await client.ask('/api/v2/private/recent', { headers });
        assert.deepEqual([recent.status, jsonOf(recent).count], [200, shared.size], String(recent.body));
      }
      const again = await signedIn(client, ADDRESS, '/dashboard');
      assert.equal(again.page.status, 200);
    },
    readAll: async () => {
      for (const [key, secret] of shared) {
        assert.equal(contentOf(await client.reveal(key)), secret);
        assert.equal((await client.reveal(key)).status, 404);
      }
    },
  };
}
