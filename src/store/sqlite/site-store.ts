import type { DatabaseSync } from 'node:sqlite';
import type { SiteStore } from '#src/features/health/site-store.ts';
import type { Place } from './file-place.ts';
import type { Committer } from './group-commit.ts';
import { read } from './read.ts';

export interface SiteStoreDeps {
  readonly committer: Pick<Committer, 'commit' | 'commitPast' | 'isFailing'>;
  readonly place: Pick<Place, 'misplaced'>;
  readonly now: () => number;
}

export function createSqliteSiteStore(database: DatabaseSync, { committer, place, now }: SiteStoreDeps): SiteStore {
  const banner = database.prepare("SELECT value FROM site WHERE name = 'banner'");
  const setBanner = database.prepare("INSERT OR REPLACE INTO site (name, value) VALUES ('banner', ?)");
  const probe = database.prepare("INSERT OR REPLACE INTO site (name, value) VALUES ('probe', ?)");
  const dropBanner = database.prepare("DELETE FROM site WHERE name = 'banner'");
  return {
    ping: async () => {
      const misplaced = place.misplaced();
      if (misplaced !== null) throw misplaced;
      // Takes its turn with the writes, and is empty as a rule. A full disk keeps an empty transaction, too: once a
      // write has failed, only another write tells.
      await committer.commitPast(() => {
        if (committer.isFailing()) probe.run(String(now()));
      });
    },
    banner: async () => {
      const row = read(() => banner.get());
      return row === undefined ? null : String(row.value);
    },
    setBanner: (text) => committer.commit(() => void (text === null ? dropBanner.run() : setBanner.run(text))),
  };
}
