import assert from 'node:assert/strict';
import type { Visitor } from '../../support/visitor.ts';

/** Shares a text through the form of the home page; gives the path of the private page. */
export async function share(visitor: Visitor, secret: string, fields: Record<string, string> = {}): Promise<string> {
  await visitor.open('/');
  const sent = await visitor.submit('/', { secret, kind: 'share', ...fields });
  assert.equal(sent.status, 303, sent.text);
  const path = String(sent.headers.location);
  assert.equal((await visitor.open(path)).status, 200);
  return path;
}

/** The path of the share link that the private page shows. */
export function linkOn(visitor: Visitor): string {
  return /\/secret\/[0-9a-z]{31}/.exec(visitor.html())?.[0] ?? assert.fail('no link');
}
