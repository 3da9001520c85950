import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage } from '../browser/stage.ts';

const stage = await openStage();
const { server } = stage;

const most: Readonly<Record<string, number>> = { Document: 8000, Script: 85_000, Stylesheet: 12_000 };

/** Bytes of the bodies on the wire, compressed as they come, of everything of a kind that a first visit loads. */
async function bytesOfVisit(t: { after(run: () => unknown): unknown }, path: string): Promise<Map<string, number>> {
  const page = await stage.visitor(t);
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  const begun = new Map<string, { kind: string; headBytes: number }>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    begun.set(requestId, { kind: type, headBytes: response.encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { kind, headBytes } = begun.get(requestId)!;
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength - headBytes);
  });
  await page.goto(server.url + path, { waitUntil: 'networkidle0' });
  return bytes;
}

const pages = [
  ['home', async () => '/'],
  ['recipient', async () => `/secret/${(await stage.share('x')).secretKey}`],
  ['passphrase', async () => `/secret/${(await stage.share('x', { passphrase: 'open sesame' })).secretKey}`],
] as const;
for (const [name, find] of pages) {
  test(`a first visit to the ${name} page is at most 85 kB of script, 12 kB of style and 8 kB of HTML on the wire`, async (t) => {
    const bytes = await bytesOfVisit(t, await find());
    t.diagnostic([...bytes].map(([kind, count]) => `${kind} ${count}`).join(', '));
    for (const [kind, limit] of Object.entries(most)) {
      const count = bytes.get(kind) ?? 0;
      assert.ok(count > 0 && count <= limit, `${kind}: ${count} of ${limit} bytes`);
    }
  });
}
