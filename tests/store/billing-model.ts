import { START_MS } from './sealed-sample.ts';

/** One thing that is done to an account: one of two names, each of which may be borne by two accounts, one after the other. */
export interface Step {
  readonly verb: 'link' | 'look' | 'keep' | 'make' | 'destroy' | 'forget' | 'putOff' | 'hurry';
  readonly name: number;
  readonly age: number;
  /** Which payer, which look, what was seen and paid, and when it is due. */
  readonly number: number;
}

interface Row {
  readonly payers: readonly number[];
  /** Lies between the looks begun before the last link and those begun after it. */
  readonly linkedLook: number;
  readonly keptLook: number;
  readonly seen: number | null;
  readonly dueAtMs: number;
}

/** What a single store that does one thing after the other would remember; rows by '{name}/{age}'. */
export interface BillingModel {
  readonly accounts: readonly (null | { readonly age: number; readonly paid: number | null })[];
  readonly rows: Readonly<Record<string, Row>>;
  readonly lastLook: number;
}

/** All that is to be seen through the port. */
export interface View {
  readonly accounts: BillingModel['accounts'];
  readonly rows: readonly (null | { readonly payers: readonly number[]; readonly seen: string | null })[];
  readonly ownerOf: readonly (string | null)[];
  readonly due: readonly (readonly { owner: string; payers: readonly number[]; isOrphaned: boolean }[])[];
}

export const EMPTY_MODEL: BillingModel = { accounts: [null, null], rows: {}, lastLook: 0 };
export const DUE_TIMES = [0, 1, 2].map((at) => START_MS + at);
/** When it is asked who is due: before all of them, too. */
export const ASKED_TIMES = [START_MS - 1, ...DUE_TIMES];
const UNLINKED: Row = { payers: [], linkedLook: 0, keptLook: 0, seen: null, dueAtMs: 0 };
const DONE = 'undefined';

/** The number of a look is the store's to choose, as long as it is larger than all before: it is taken from what was told. */
export function applyStep(
  model: BillingModel,
  step: Step,
  { told, looks }: { readonly told: string; readonly looks: readonly number[] },
): [BillingModel, string] {
  const key = `${step.name}/${step.age}`;
  const row = model.rows[key];
  const isThere = model.accounts[step.name]?.age === step.age;
  const dueAtMs = DUE_TIMES[step.number % DUE_TIMES.length]!;
  switch (step.verb) {
    case 'link':
      return link(model, step, isThere);
    case 'look':
      if (!isThere || !row) return [model, 'null'];
      return [{ ...model, lastLook: Number(told) }, Number(told) > model.lastLook ? told : 'not larger'];
    case 'keep':
      return isThere ? keep(model, step, looks[step.number % looks.length] ?? 0) : [model, 'false'];
    case 'make':
      if (model.accounts[step.name]) return [model, 'false'];
      return [withAccount(model, step.name, { age: step.age, paid: null }), 'true'];
    case 'destroy':
      return [withAccount(model, step.name, null), String(model.accounts[step.name] !== null)];
    case 'forget':
      return [isThere ? model : { ...model, rows: without(model.rows, key) }, DONE];
    case 'putOff':
      return [row ? withRow(model, key, { ...row, dueAtMs }) : model, DONE];
    case 'hurry':
      return [row ? withRow(model, key, { ...row, dueAtMs: Math.min(row.dueAtMs, dueAtMs) }) : model, DONE];
  }
}

function link(model: BillingModel, { name, age, number }: Step, isThere: boolean): [BillingModel, string] {
  const key = `${name}/${age}`;
  const payer = number % 3;
  const having = Object.keys(model.rows).find((other) => model.rows[other]?.payers.includes(payer));
  if (having !== undefined && having !== key) return [model, 'taken'];
  if (!isThere) return [model, 'no-account'];
  if (having === key) return [model, 'linked'];
  const row = model.rows[key] ?? UNLINKED;
  const lastLook = model.lastLook + 0.5;
  const linked = { ...row, payers: [...row.payers, payer], linkedLook: lastLook, dueAtMs: 0 };
  return [{ ...withRow(model, key, linked), lastLook }, 'linked'];
}

function keep(model: BillingModel, { name, age, number }: Step, look: number): [BillingModel, string] {
  const key = `${name}/${age}`;
  const row = model.rows[key];
  if (!row || row.keptLook > look) return [model, 'false'];
  const dueAtMs = row.linkedLook > look ? row.dueAtMs : DUE_TIMES[number % DUE_TIMES.length]!;
  const kept = withRow(model, key, { ...row, keptLook: look, seen: number, dueAtMs });
  return [withAccount(kept, name, { age, paid: number % 3 === 0 ? null : number }), 'true'];
}

function withAccount(model: BillingModel, name: number, account: BillingModel['accounts'][number]): BillingModel {
  return { ...model, accounts: model.accounts.with(name, account) };
}

function withRow(model: BillingModel, key: string, row: Row): BillingModel {
  return { ...model, rows: { ...model.rows, [key]: row } };
}

function without(rows: BillingModel['rows'], key: string): BillingModel['rows'] {
  return Object.fromEntries(Object.entries(rows).filter(([other]) => other !== key));
}

export function expectedView({ accounts, rows }: BillingModel): View {
  const isThere = (key: string) => accounts[Number(key[0])]?.age === Number(key[2]);
  const found = ['0/0', '0/1', '1/0', '1/1'].map((key) => (isThere(key) && rows[key]) || null);
  return {
    accounts,
    rows: found.map((row) => row && { payers: row.payers, seen: row.seen === null ? null : `sub_${row.seen}` }),
    ownerOf: [0, 1, 2].map((payer) => Object.keys(rows).find((key) => rows[key]?.payers.includes(payer)) ?? null),
    due: ASKED_TIMES.map((nowMs) =>
      Object.entries(rows)
        .filter(([, { dueAtMs }]) => dueAtMs <= nowMs)
        .toSorted(([one, a], [other, b]) => a.dueAtMs - b.dueAtMs || compareOwners(one, other))
        .map(([owner, { payers }]) => ({ owner, payers, isOrphaned: !isThere(owner) })),
    ),
  };
}

/** Those who wait as long: by the account's age, then by its name. */
function compareOwners(one: string, other: string): number {
  return Number(one[2]) - Number(other[2]) || Number(one[0]) - Number(other[0]);
}
