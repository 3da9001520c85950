import assert from 'node:assert/strict';
import type { DomainName } from '#src/features/domains/domain.ts';
import { callAs, signIn } from '../features/accounts/people.ts';
import { type BillingStage, memberOf, startWatcher, subscribe } from '../features/billing/stage.ts';
import { picture, readLogo } from '../features/domains/pictures.ts';
import { prove, tagOf } from '../features/domains/stage.ts';
import type { Cleanup } from '../support/temp.ts';
import { visitorOf } from '../support/visitor.ts';

export const DAY_MS = 86_400_000;
const NAME = 'secrets.example.com' as DomainName;

/** Everything of a site that keeps something. */
export const EVERYTHING_ON = {
  HUSHLINK_SITE_HOST: 'localhost:3000',
  HUSHLINK_SITE_SCHEME: 'http',
  HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true',
  HUSHLINK_DOMAINS_ENABLED: 'true',
  HUSHLINK_DOMAINS_CLUSTER_HOST: 'cluster.example.org',
  HUSHLINK_INCOMING_RECIPIENT: 'support@example.org',
  HUSHLINK_LIMITS_ENABLED: 'true',
};

export interface Life {
  /** The account goes, and with it what is paid for it. */
  leave(t: Cleanup): Promise<void>;
}

/** Somebody has an account and does with it all that there is to do; strangers come by as well. */
export async function liveFully(stage: BillingStage): Promise<Life> {
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + 30 * DAY_MS);
  await ownDomain(stage, member.address);
  await comeBy(stage, member.address);
  const shared = { kind: 'share', secret: 'for Bo', recipient: 'bo@example.org', share_domain: NAME };
  for (const [path, fields] of [
    ['/secret/conceal', shared],
    ['/account/apitoken', {}],
    ['/account/domains/add', { domain: 'more.example.com' }],
    ['/feedback', { msg: 'Well done' }],
  ] as const) {
    const answer = await callAs(stage, member, path, fields);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  await stage.mail.postman.deliverDue();
  return {
    leave: async (t) => {
      await member.open('/account');
      const fields = { confirmation: 'correct horse battery', tabindex: 'destroy' };
      assert.equal((await member.submit('/account/destroy', fields)).status, 303);
      await startWatcher(t, stage);
    },
  };
}

async function ownDomain(stage: BillingStage, address: string): Promise<void> {
  const ownerTag = await tagOf(stage, address);
  await prove(stage, NAME, { ownerTag, hasHome: true });
  const logo = readLogo(picture('rgba'));
  assert.ok(logo.ok);
  await stage.store.domains.setLogo(ownerTag, NAME, logo.value, stage.clock.now());
}

/** Without an account, or not into theirs: what is shared, read and burned, written, guessed and asked for. */
async function comeBy(stage: BillingStage, address: string): Promise<void> {
  const visitor = visitorOf(stage);
  const share = async (secret: string) => {
    await visitor.open('/');
    return String((await visitor.submit('/', { kind: 'share', secret, ttl: '3600' })).headers.location);
  };
  await share('unread');
  const toBurn = await share('burned');
  await visitor.open(`${toBurn}/burn`);
  await visitor.submit(`${toBurn}/burn`, { continue: 'true' });
  await visitor.open('/feedback');
  await visitor.submit('/feedback', { msg: 'Hello', email: 'stranger@example.org' });
  await visitor.open('/incoming');
  await visitor.submit('/incoming', { secret: 'details', ticketno: '12' });
  await visitor.open('/forgot');
  await visitor.submit('/forgot', { u: address });
  await signIn(visitor, address, 'a wrong password');
}
