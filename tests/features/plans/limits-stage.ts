import type supertest from 'supertest';
import { openFrontDoor } from '../../security/front-door.ts';
import { apiOf } from '../../support/api.ts';
import type { TestApp } from '../../support/app.ts';
import { givePlan } from '../../support/plans.ts';
import type { Cleanup } from '../../support/temp.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf } from '../accounts/people.ts';

/** Plans that differ in everything that is measured: code points and seconds. */
export const LIMITS = {
  anonymous: { size: 20, ttl: 3600 },
  basic: { size: 30, ttl: 7200 },
  identity: { size: 40, ttl: 86_400 },
  dedicated: { size: 50, ttl: 172_800 },
} as const;

export type PlanName = keyof typeof LIMITS;
export const PLAN_NAMES = Object.keys(LIMITS) as PlanName[];

const sold = (id: PlanName, name: string) => {
  const price = { dollars: 1 };
  return { id, name, monthly: price, annually: price, ...LIMITS[id] };
};

/** The API is in every plan here: it is its limits that are looked at. */
export const LIMITS_ENV = {
  HUSHLINK_PLANS_ANONYMOUS_SIZE: String(LIMITS.anonymous.size),
  HUSHLINK_PLANS_ANONYMOUS_TTL: String(LIMITS.anonymous.ttl),
  HUSHLINK_PLANS_BASIC_SIZE: String(LIMITS.basic.size),
  HUSHLINK_PLANS_BASIC_TTL: String(LIMITS.basic.ttl),
  HUSHLINK_PLANS_BASIC_API: 'true',
  HUSHLINK_PLANS_PAID: JSON.stringify([sold('identity', 'Identity Plus'), sold('dedicated', 'Global Elite')]),
  HUSHLINK_SECRETS_DEFAULT_TTL: String(LIMITS.dedicated.ttl * 2),
};

/** Somebody on a plan, and every way in which they may share. */
export interface Sharer {
  /** What the site lets them do. */
  readonly limits: (typeof LIMITS)[PlanName];
  /** By the form of the home page or the dashboard, without script. Gives the page after it, or the refusal. */
  byForm(fields: Readonly<Record<string, string>>): Promise<Outcome>;
  /** By API v2: as the pages call it, or as a program without an account. */
  byApi(path: string, fields: object): Promise<Outcome>;
  /** What a program that acts for them is given; nothing for a visitor. */
  readonly credentials: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number;
  readonly body: supertest.Response['body'];
  readonly text: string;
  /** Null where nothing was shared. */
  readonly metadataKey: string | null;
}

/** With plans, or without: then every customer has what `basic` has. */
export async function openLimits(t: Cleanup, { hasPlans }: { readonly hasPlans: boolean }) {
  const site = await openFrontDoor(t, { env: { ...LIMITS_ENV, HUSHLINK_PLANS_ENABLED: String(hasPlans) } });
  return {
    ...site,
    sharer: async (plan: PlanName): Promise<Sharer> => {
      if (plan === 'anonymous') return sharerOf(site, visitorOf(site), { plan, path: '/', credentials: {} });
      const customer = await customerOf(site);
      await givePlan(site, customer.address, plan);
      const { body } = await callAs(site, customer, '/account/apitoken', {});
      const credentials = { HUSHLINK_USER: customer.address, HUSHLINK_TOKEN: String(body.record.apitoken) };
      return sharerOf(site, customer, { plan: hasPlans ? plan : 'basic', path: '/dashboard', credentials });
    },
    /** What the recipient reads, and what is said of it. */
    read: async (metadataKey: string | null) => {
      const { body } = await apiOf(site).get(`/private/${metadataKey}`);
      const answer = await apiOf(site).reveal(String(body.record.secret_key));
      const { secret_value: content, is_truncated: isTruncated, original_size: originalSize } = answer.body.record;
      return { content, isTruncated, originalSize, ttlSeconds: body.record.secret_ttl };
    },
  };
}

interface Kind {
  readonly plan: PlanName;
  readonly path: string;
  readonly credentials: Sharer['credentials'];
}

function sharerOf(site: TestApp, visitor: Visitor, { plan, path, credentials }: Kind): Sharer {
  const { HUSHLINK_USER: user, HUSHLINK_TOKEN: token } = credentials;
  return {
    limits: LIMITS[plan],
    credentials,
    byForm: async (fields) => {
      await visitor.open(path);
      const { status, body, text, headers } = await visitor.submit(path, { kind: 'share', ...fields });
      const metadataKey = /^\/private\/([0-9a-z]{31})$/.exec(String(headers.location))?.[1] ?? null;
      return { status, body, text, metadataKey };
    },
    byApi: async (to, fields) => {
      const call = apiOf(site).post(to, { ...fields });
      const { status, body, text } = await (user && token ? call.auth(user, token) : call);
      return { status, body, text, metadataKey: body.record?.metadata?.key ?? null };
    },
  };
}
