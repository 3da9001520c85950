import assert from 'node:assert/strict';
import type { Owner } from '#src/features/accounts/customer.ts';
import type { Question } from '../support/dns-message.ts';
import { addAndWait, type DomainStage, HOUR_MS, NAME } from './stage.ts';

export const HTTP = { HUSHLINK_SITE_SCHEME: 'http', HUSHLINK_DOMAINS_CLUSTER_IP: '192.0.2.1' };
/** Longer than any pause of the monitor between two looks at the same domain. */
export const HOUR_AND_JITTER_MS = 1.2 * HOUR_MS;

export function pointRight(stage: DomainStage, name = NAME): void {
  stage.records.push({ name, type: 'A', data: '192.0.2.1' });
}

export async function verified(stage: DomainStage, name = NAME): Promise<Owner> {
  const owner = await addAndWait(stage, name);
  await stage.prove(owner, name);
  pointRight(stage, name);
  assert.ok((await stage.service.verify(owner, name)).ok);
  return owner;
}

/** Now, whenever the next look would be. */
export async function makeDue({ service, domains, clock }: DomainStage, owner: Owner): Promise<void> {
  const { id, observation } = (await service.find(owner, NAME))!;
  await domains.noteObservation(id, observation!, clock.now());
}

/** A monitor that has done its first round. */
export async function started(stage: DomainStage) {
  const one = stage.anotherMonitor();
  one.monitor.start();
  await one.timers.nextPause();
  const round = async (passedMs = 0) => {
    stage.clock.advance(passedMs);
    one.timers.wake();
    await one.timers.nextPause();
  };
  return { ...one, round };
}

export const looksOf = (stage: DomainStage, type: Question['type'], name: string) =>
  stage.responder.asked.filter((question) => question.type === type && question.name === name).length;
export const proofLooks = (stage: DomainStage) => looksOf(stage, 'TXT', `_hush-challenge.${NAME}`);

/** Keeps back the answer to the next question of a type, as it is then; all others are answered at once. */
export function holdFirst({ responder }: Pick<DomainStage, 'responder'>, type: Question['type']) {
  const [{ promise: asked, resolve: noteAsked }, { promise: released, resolve: release }] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const usual = responder.respond;
  responder.respond = async (question) => {
    const reply = await usual(question);
    if (question.type !== type) return reply;
    responder.respond = usual;
    noteAsked();
    await released;
    return reply;
  };
  return { asked, release };
}
