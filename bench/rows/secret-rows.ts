import { get } from '../load/request.ts';
import { asking, tasks } from '../load/tasks.ts';
import type { Site } from '../site/site.ts';
import { type Goal, type Reference, type Row, revealSubject, subjectOf } from './row.ts';
import { type Engine, type Stage, stringRequest } from './stage.ts';

/** Least and hoped-for share of the bare Express echo. */
const ECHO_GOALS: Readonly<Record<string, Pick<Goal, 'barPercent' | 'aimPercent'>>> = {
  'SQLite FULL': { barPercent: 20, aimPercent: 35 },
  Redis: { barPercent: 40, aimPercent: 55 },
};
const CREATE_P99_MS = 15;
/** A cycle is two requests. */
const CYCLE_GOAL: Goal = { beside: 'create', barPercent: 50 };
const HOME_GOAL: Goal = { beside: 'Express', barPercent: 50 };
const SECRET_PAGE_GOAL: Goal = { beside: 'Express', barPercent: 25 };

/** What the service is for, on both engines. */
export function secretRows(stage: Stage): readonly Row[] {
  return [...stage.engines.flatMap((engine) => engineRows(stage, engine)), homeRow(stage)];
}

function engineRows(stage: Stage, engine: Engine): Row[] {
  const { name, site, raw, sealing, waitingKeys } = engine;
  const echoes = bareReferences(stage, (bare) => subjectOf(bare, tasks.echo));
  const create: Reference = { name: 'create', subject: subjectOf(site, tasks.create) };
  const echoGoal: Goal = { beside: 'Express', ...(ECHO_GOALS[name] ?? { barPercent: 0 }) };
  const of = (what: string, row: Omit<Row, 'name' | 'part'>): Row => ({
    name: `${what}, ${name}`,
    part: 'secrets',
    ...row,
  });
  return [
    of('create', {
      subject: create.subject,
      references: [
        ...echoes,
        { name: 'raw store', subject: raw },
        { name: 'seal and store', subject: subjectOf(sealing, tasks.create) },
      ],
      goal: { ...echoGoal, p99BarMs: CREATE_P99_MS },
    }),
    of('reveal', {
      subject: revealSubject(site),
      references: [...echoes, { name: 'seal and store', subject: revealSubject(sealing) }],
      goal: echoGoal,
    }),
    of('create then reveal', {
      subject: subjectOf(site, tasks.createThenReveal),
      references: [...echoes, create],
      goal: CYCLE_GOAL,
    }),
    of('status', {
      subject: subjectOf(site, asking(waitingKeys.map((key) => get(`/api/v2/secret/${key}/status`)))),
      references: echoes,
      goal: null,
    }),
    of('secret page', {
      subject: subjectOf(site, asking(waitingKeys.map((key) => get(`/secret/${key}`)))),
      references: stringReferences(stage, stage.secretPageBytes),
      goal: SECRET_PAGE_GOAL,
    }),
  ];
}

/** Nothing of it comes from the store. */
function homeRow(stage: Stage): Row {
  const site = stage.engines[0]?.site as Site;
  const references = stringReferences(stage, stage.pageBytes.get('/') ?? 0);
  return { name: 'home', part: 'secrets', subject: subjectOf(site, tasks.home), references, goal: HOME_GOAL };
}

function stringReferences(stage: Stage, bytes: number): Reference[] {
  return bareReferences(stage, (bare) => subjectOf(bare, asking(stringRequest(bytes))));
}

function bareReferences({ express, http }: Stage, subject: (bare: Site) => Reference['subject']): Reference[] {
  return [
    { name: 'node:http', subject: subject(http) },
    { name: 'Express', subject: subject(express) },
  ];
}
