import type { ComponentType } from 'react';
import type { AccountRecordWire } from '#src/features/accounts/account-wire.ts';
import type { ColonelRecordWire } from '#src/features/colonel/colonel-wire.ts';
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

const PATHS: readonly (readonly [screen: ScreenName, path: RegExp])[] = [
  ['dashboard', /^\/dashboard\/?$/],
  ['recent', /^\/recent\/?$/],
  // A form sent without script comes back at the address it was sent to.
  ['account', /^\/account(\/(password|apitoken|destroy))?\/?$/],
  ['colonel', /^\/colonel\/?$/],
];

/** The screen that stands at a path; null for a page of its own. */
export function screenAt(path: string): ScreenName | null {
  return PATHS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}
