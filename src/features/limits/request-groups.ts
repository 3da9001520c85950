import type { RateGroup } from '#src/values/rate-groups.ts';

/** The group of a request by its method and its path below the mount; null: not counted. */
export type GroupOf = (method: string, path: string) => RateGroup | null;

const API_ROOMS: ReadonlyMap<string, RateGroup> = new Map([
  // v1 alone has these three.
  ...(['share', 'create', 'generate'] as const).map((room) => [room, 'create'] as const),
  ['secret', 'reveal'],
  ...(['private', 'metadata', 'receipt'] as const).map((room) => [room, 'sender'] as const),
  ...(['account', 'authcheck', 'colonel'] as const).map((room) => [room, 'account'] as const),
  ...(['feedback', 'altcha'] as const).map((room) => [room, 'feedback'] as const),
]);

/** Of both versions of the API. */
export const groupOfCall: GroupOf = (method, path) => {
  if (method === 'OPTIONS') return null;
  const [room = '', next] = partsOf(path);
  if (room === 'secret' && (next === 'conceal' || next === 'generate')) return 'create';
  return API_ROOMS.get(room) ?? 'other';
};

/** Rooms of pages where a look asks the store, too. */
const LOOKED_AT: ReadonlyMap<string, RateGroup> = new Map([
  ['secret', 'reveal'],
  ['private', 'sender'],
  ['recent', 'sender'],
  ...(['dashboard', 'account', 'colonel', 'logout'] as const).map((room) => [room, 'account'] as const),
]);

/** Rooms of pages that have forms. */
const SENT_TO: ReadonlyMap<string, RateGroup> = new Map([
  ...LOOKED_AT,
  ...(['', 'dashboard'] as const).map((room) => [room, 'create'] as const),
  ...(['signin', 'signup', 'forgot', 'settings'] as const).map((room) => [room, 'account'] as const),
  ...(['feedback', 'incoming'] as const).map((room) => [room, 'feedback'] as const),
]);

/** Of pages. Those that ask nothing of the store are not counted: kept ready, they cost less than a count. */
export const groupOfPage: GroupOf = (method, path) => {
  if (method === 'OPTIONS') return null;
  const [room = '', next, ...others] = partsOf(path);
  // These ask the payment provider, who has limits as well.
  if (room === 'account' && next === 'billing_portal') return 'payment';
  if (room === 'plans' && others.at(-1) === 'payment') return 'payment';
  if (method !== 'GET' && method !== 'HEAD') return SENT_TO.get(room) ?? 'other';
  // A link to a new password is looked up.
  if (room === 'forgot' && next !== undefined) return 'account';
  return LOOKED_AT.get(room) ?? null;
};

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
