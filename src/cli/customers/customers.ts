import { randomBytes } from 'node:crypto';
import { composePasswords } from '#src/compose/accounts.ts';
import type { Config } from '#src/config/config.ts';
import { createKeyMaker, resetIdOf } from '#src/crypto/ids.ts';
import { createQueue } from '#src/crypto/queue.ts';
import type { Customer } from '#src/features/accounts/customer.ts';
import { newCustomer } from '#src/features/accounts/new-customer.ts';
import { newPasswordFailure, PASSWORD_CHARS } from '#src/features/accounts/new-password.ts';
import { ok } from '#src/result.ts';
import { toSeconds } from '#src/values/seconds.ts';
import type { Answer, Outcome } from '../answer.ts';
import { type Failed, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import type { ConfigIo } from '../server/config.ts';
import { askConsent } from '../terminal/ask.ts';
import { TEXTS } from '../texts.ts';
import type { CustomersCommand } from './command.ts';
import { newPassword } from './password.ts';
import { atPlace, type Place, readAddress } from './place.ts';
import { customerAnswer, dayOf, listAnswer } from './show.ts';

type ChangeCommand = Exclude<CustomersCommand, { kind: 'list' | 'create' | 'plan' | 'delete' | 'reset-link' }>;
type Command<Kind extends CustomersCommand['kind']> = Extract<CustomersCommand, { kind: Kind }>;

const draw = (size: number) => randomBytes(size);

/** `hushlink customers …`: on the store of the configuration, as its operator. */
export async function customers(command: CustomersCommand, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  switch (command.kind) {
    case 'list':
      return atPlace(outside, async ({ accounts }) =>
        ok(listAnswer(await accounts.recent(command.limit), await accounts.count())),
      );
    case 'create':
      return create(command, io, outside);
    case 'plan':
      return givePlan(command, outside);
    case 'delete':
      return remove(command, io, outside);
    case 'reset-link':
      return resetLink(command, outside);
    default:
      return change(command, outside);
  }
}

async function change(command: ChangeCommand, outside: ConfigIo): Promise<Outcome> {
  const custid = readAddress(command.address);
  if (!custid.ok) return custid;
  return atPlace(outside, async ({ accounts, config }) => {
    if (command.kind === 'verify') await accounts.verify(custid.value, { isMailProven: false, epoch: null });
    if (command.kind === 'role') await accounts.setRole(custid.value, command.role);
    const customer = await accounts.find(custid.value);
    return customer === null ? unknown() : ok(customerAnswer(customer, roleNotes(customer, config)));
  });
}

/** Why the given role may not be the one that counts. */
function roleNotes({ role, isMailProven, custid }: Customer, { authentication }: Config): string[] {
  const isColonelAnyway = role === 'customer' && isMailProven && authentication.colonels.includes(custid);
  return isColonelAnyway ? [TEXTS.customers.colonelAnyway] : [];
}

async function givePlan({ address, planid }: Command<'plan'>, outside: ConfigIo): Promise<Outcome> {
  const custid = readAddress(address);
  if (!custid.ok) return custid;
  return atPlace(outside, async ({ accounts, config: { plans } }) => {
    const known = ['basic', ...plans.paid.map(({ id }) => id)];
    if (!known.includes(planid)) {
      return failed('usage', plans.isEnabled ? TEXTS.customers.unknownPlan(known) : TEXTS.customers.noPlans);
    }
    await accounts.setPlan(custid.value, planid);
    const customer = await accounts.find(custid.value);
    return customer === null ? unknown() : ok(customerAnswer(customer, planNotes(customer, plans.isEnabled)));
  });
}

/** Why the given plan may not be the one that counts. */
function planNotes({ paid }: Customer, isEnabled: boolean): string[] {
  if (!isEnabled) return [TEXTS.customers.plansOff];
  if (paid === null || paid.untilMs <= Date.now()) return [];
  return [TEXTS.customers.paidFor(paid.planid, dayOf(paid.untilMs))];
}

/** The account is verified at once: the operator knows whom it is for. */
async function create({ address, passwordFile, role }: Command<'create'>, io: CliIo, outside: ConfigIo) {
  const custid = readAddress(address);
  if (!custid.ok) return custid;
  const password = await newPassword(passwordFile, io);
  if (!password.ok) return password;
  const weakness = newPasswordFailure(password.value, custid.value, 'password');
  if (weakness) return failed('usage', TEXTS.customers.weak(weakness.kind, PASSWORD_CHARS.min, PASSWORD_CHARS.max));
  const make = async ({ accounts, config }: Place) => {
    const queue = createQueue({ concurrent: 1, waiting: 0 });
    const hashed = await composePasswords({ config, randomBytes: draw }, queue).hash(password.value);
    if (!hashed.ok) throw new Error('a queue of one was busy');
    const basis = { now: () => Date.now(), randomBytes: draw };
    const customer = { ...newCustomer(basis, custid.value, hashed.value), isVerified: true, role };
    const isNew = await accounts.create(customer);
    return isNew ? ok(customerAnswer(customer)) : failed('refused', TEXTS.customers.known);
  };
  return atPlace(outside, make, { mayBeNew: true });
}

async function remove({ address, isConfirmed }: Command<'delete'>, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const custid = readAddress(address);
  if (!custid.ok) return custid;
  const consent = await askConsent(TEXTS.customers.sure, isConfirmed, io);
  if (!consent.ok) return consent;
  return atPlace(outside, async ({ accounts, departing }) => {
    const customer = await accounts.find(custid.value);
    if (customer === null) return unknown();
    // Before anything is gone: under another site secret the owner's name would stay on the secrets.
    const depart = await departing();
    if (!depart.ok) return depart;
    await depart.value.begin(customer);
    if (!(await accounts.destroy(custid.value, null))) return unknown();
    await depart.value.finish(customer);
    return ok(words('deleted', { address: custid.value, deleted: true }));
  });
}

async function resetLink({ address }: Command<'reset-link'>, outside: ConfigIo): Promise<Outcome> {
  const custid = readAddress(address);
  if (!custid.ok) return custid;
  return atPlace(outside, async (place) => {
    const { accounts, config } = place;
    if ((await accounts.find(custid.value)) === null) return unknown();
    const key = createKeyMaker(draw).resetKey();
    const createdAtMs = Date.now();
    const ttlSeconds = config.authentication.resetTtlSeconds;
    const expiresAtMs = createdAtMs + ttlSeconds * 1000;
    const reset = { custid: custid.value, isMailed: false, createdAtMs, expiresAtMs };
    await accounts.keepReset({ id: resetIdOf(key), ...reset });
    const link = `${originOf(place)}/forgot/${key}`;
    const json = { link, expires_at: toSeconds(expiresAtMs) };
    return ok({ ...words(link, json), notes: [TEXTS.customers.resetLink(Math.round(ttlSeconds / 60))] });
  });
}

function originOf({ config: { site, listen } }: Place): string {
  return `${site.scheme}://${site.host ?? `localhost:${listen.port}`}`;
}

function words(word: string, json: object): Answer {
  return { line: `${word}\n`, json, notes: [] };
}

function unknown(): Failed {
  return failed('gone', TEXTS.customers.unknown);
}
