import { get, postForm } from '../load/request.ts';
import { asking, type Task, tasks } from '../load/tasks.ts';
import type { Site } from '../site/site.ts';
import { type Reference, type Row, type Subject, subjectOf } from './row.ts';
import { type Engine, PUBLIC_PATHS, type Stage, stringRequest } from './stage.ts';

const DASHBOARD_PERCENT = 15;
const RECENTS_PERCENT = 4;
const PUBLIC_PERCENT = 50;
const SIGN_IN_PERCENT = 85;
const SESSION_PERCENT = 83;
const V1_PERCENT = 90;
const LIMITS_PERCENT = 97;

/** What else is asked of the service. */
export function otherRows(stage: Stage): readonly Row[] {
  const { engines } = stage;
  return [
    ...engines.map(shareRow),
    ...engines.map(limitsRow),
    ...PUBLIC_PATHS.map((path) => publicRow(stage, path)),
    ...engines.map((engine) => workspaceRow(stage, engine, 'dashboard', '/dashboard', DASHBOARD_PERCENT)),
    ...engines.map((engine) => workspaceRow(stage, engine, 'recents of 100', '/recent', RECENTS_PERCENT)),
    ...engines.map(sessionRow),
    ...engines.slice(0, 1).map((engine) => signInRow(stage, engine)),
  ];
}

/** v1 is another face of the same service, and must cost no more than the newer one. */
function shareRow({ name, site }: Engine): Row {
  const beside = { name: 'v2 conceal', subject: subjectOf(site, tasks.create) };
  return other(`v1 share, ${name}`, subjectOf(site, tasks.shareV1), beside, V1_PERCENT);
}

/** What it costs to count who asks for how much. */
function limitsRow({ name, site, uncounted }: Engine): Row {
  const task = tasks.createThenReveal;
  const beside = { name: 'without limits', subject: subjectOf(uncounted, task) };
  return other(`create then reveal with limits, ${name}`, subjectOf(site, task), beside, LIMITS_PERCENT);
}

function publicRow({ express, withPlans, pageBytes }: Stage, path: string): Row {
  const beside = besideString(express, pageBytes.get(path) ?? 0);
  return other(path, subjectOf(withPlans, asking(get(path))), beside, PUBLIC_PERCENT);
}

function workspaceRow(stage: Stage, { name, site, me }: Engine, what: string, path: string, percent: number): Row {
  const beside = besideString(stage.express, stage.pageBytes.get('/') ?? 0);
  return other(`${what}, ${name}`, subjectOf(site, pageOf(me.cookie, path)), beside, percent);
}

/** The same call without its cookie is the reference: what is missing of it is what the lookup costs. */
function sessionRow({ name, site, me }: Engine): Row {
  const path = `/api/v2/private/${me.metadataKey}`;
  const beside = { name: 'without it', subject: subjectOf(site, asking(get(path))) };
  return other(
    `an API call with a session, ${name}`,
    subjectOf(site, pageOf(me.cookie, path)),
    beside,
    SESSION_PERCENT,
  );
}

function signInRow({ express }: Stage, { site, me }: Engine): Row {
  const signIn = asking(postForm('/signin', me.signIn.fields, [me.signIn.cookie]), 303);
  const beside = { name: 'argon2id', subject: subjectOf(express, tasks.argon2) };
  return other('sign-in', subjectOf(site, signIn), beside, SIGN_IN_PERCENT);
}

function besideString(express: Site, bytes: number): Reference {
  return { name: 'Express', subject: subjectOf(express, asking(stringRequest(bytes))) };
}

function pageOf(cookie: string, path: string): Task {
  return asking(get(path, [cookie]));
}

function other(name: string, subject: Subject, beside: Reference, barPercent: number): Row {
  return { name, part: 'others', subject, references: [beside], goal: { beside: beside.name, barPercent } };
}
