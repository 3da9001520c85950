import type { ComponentType } from 'react';
import type { AccountRecordWire } from '#src/features/accounts/account-wire.ts';
import type { ColonelRecordWire } from '#src/features/colonel/colonel-wire.ts';
import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import type { FormFailure } from '../client/form-post.ts';
import type { CreateFormIslandProps } from '../create-form/island.tsx';
import type { RecentLists } from './recent/lists.ts';

export interface AccountFailure extends FormFailure {
  /** Which of the page's forms was refused. */
  readonly form: 'password' | 'apitoken' | 'destroy';
}

/** What each screen is drawn from. */
export interface ScreenProps {
  readonly dashboard: { readonly form: CreateFormIslandProps };
  readonly recent: { readonly lists: RecentLists };
  readonly account: {
    readonly account: AccountRecordWire;
    readonly error: AccountFailure | null;
    readonly notice: string | null;
  };
  readonly colonel: { readonly colonel: ColonelRecordWire };
  readonly domains: {
    readonly domains: readonly DomainWire[];
    /** Ages count from here, so that server and browser agree on them. */
    readonly nowMs: number;
    readonly error: FormFailure | null;
    readonly notice: string | null;
  };
  readonly 'domain-add': { readonly typed: string; readonly example: string; readonly error: FormFailure | null };
  readonly 'domain-verify': {
    readonly domain: DomainWire;
    readonly cluster: ClusterWire;
    /** The clock of whoever has drawn it: the verify button waits from here. */
    readonly nowMs: number;
    readonly error: FormFailure | null;
    readonly notice: string | null;
    /** The notice is read out by the workspace: the screen came without a page. */
    readonly isSaid?: boolean;
  };
  readonly 'domain-brand': {
    readonly domain: DomainWire;
    readonly error: FormFailure | null;
    readonly notice: string | null;
  };
}

export type ScreenName = keyof ScreenProps;

/** A screen with what it is drawn from. */
export type ScreenData = { readonly [Name in ScreenName]: { readonly screen: Name } & ScreenProps[Name] }[ScreenName];

/** What the server begins with; the dashboard's form comes with every screen, lists stand in the document. */
export type WorkspaceStart =
  | Exclude<ScreenData, { screen: 'dashboard' | 'recent' }>
  | { readonly screen: 'dashboard' }
  | { readonly screen: 'recent' };

export type ScreenComponents = { readonly [Name in ScreenName]: ComponentType<ScreenProps[Name]> };

/** Stands in for a customer's domain: nobody's, by RFC 2606. */
export const EXAMPLE_HOST = 'secrets.example.com';

/** A screen, and the domain that its path names. */
export interface Place {
  readonly screen: ScreenName;
  readonly domain: string | null;
}

const PATHS: readonly (readonly [screen: ScreenName, path: RegExp])[] = [
  ['dashboard', /^\/dashboard\/?$/],
  ['recent', /^\/recent\/?$/],
  // A form sent without script comes back at the address it was sent to.
  ['account', /^\/account(\/(password|apitoken|destroy))?\/?$/],
  ['colonel', /^\/colonel\/?$/],
  ['domains', /^\/account\/domains(\/[^/]+\/remove)?\/?$/],
  ['domain-add', /^\/account\/domains\/add\/?$/],
  ['domain-verify', /^\/account\/domains\/(?<domain>[^/]+)\/verify\/?$/],
  ['domain-brand', /^\/account\/domains\/(?<domain>[^/]+)\/(brand|logo(\/remove)?)\/?$/],
];

/** What stands at a path; null for a page of its own. */
export function placeAt(path: string): Place | null {
  for (const [screen, pattern] of PATHS) {
    const match = pattern.exec(path);
    if (match) return { screen, domain: decoded(match.groups?.domain ?? null) };
  }
  return null;
}

export function screenAt(path: string): ScreenName | null {
  return placeAt(path)?.screen ?? null;
}

/** A domain as people read it stands percent-encoded in an address. */
function decoded(segment: string | null): string | null {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
