import { get } from '../load/request.ts';
import { asking, makeSecrets, tasks } from '../load/tasks.ts';
import { type Row, revealSubject, type Subject, subjectOf } from '../rows/row.ts';
import type { Site } from '../site/site.ts';
import { MOST_GROWTH_PERCENT } from './report.ts';

const WAITING = 1000;
const TTL_SECONDS = 86_400;

/** Each on the store with many secrets, beside the one with few. */
export async function scaleRows(engine: string, few: Site, many: Site): Promise<Row[]> {
  const [besides, owns] = [await subjects(few), await subjects(many)];
  return Object.entries(owns).map(([what, subject]) => ({
    ...{ name: `${what}, ${engine}`, part: 'secrets', subject },
    references: [{ name: 'few', subject: besides[what] as Subject }],
    goal: { beside: 'few', barPercent: 100 - MOST_GROWTH_PERCENT },
  }));
}

async function subjects(site: Site): Promise<Record<string, Subject>> {
  const keys = await makeSecrets(site.port, WAITING, TTL_SECONDS);
  return {
    create: subjectOf(site, tasks.create),
    reveal: revealSubject(site),
    status: subjectOf(site, asking(keys.map((key) => get(`/api/v2/secret/${key}/status`)))),
    home: subjectOf(site, tasks.home),
  };
}
