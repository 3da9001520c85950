import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteStore } from '#src/features/health/site-store.ts';

/** What every adapter promises about the facts of the site itself. */
export function siteStoreContract(engine: string, siteOf: () => SiteStore): void {
  test(`${engine}: an announcement is kept as it was written, replaced by the next and taken away`, async () => {
    const site = siteOf();
    assert.equal(await site.banner(), null);
    for (const text of ['Maintenance at 06:00', '<a href="x">\u{1f511} \u05d0</a>\n"second" line']) {
      await site.setBanner(text);
      assert.equal(await site.banner(), text);
    }
    await site.setBanner(null);
    assert.equal(await site.banner(), null);
    await site.setBanner(null);
    assert.equal(await site.banner(), null);
  });
}
