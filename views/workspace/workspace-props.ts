import type { AccountRecordWire } from '#src/features/accounts/account-wire.ts';
import type { ColonelRecordWire } from '#src/features/colonel/colonel-wire.ts';
import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import type { RecentPageWire } from '#src/features/secrets/secret-wire.ts';
import type { CreateFormProps, FormError } from '../page-props.ts';

/** The signed-in workspace: one island that owns several screens, drawn by the server too. */
export type WorkspaceProps = {
  /** The dashboard's; with every screen, so that the way there needs no further request. */
  readonly form: CreateFormProps;
} & (
  | { readonly screen: 'dashboard' }
  | { readonly screen: 'recent'; readonly list: RecentPageWire }
  | {
      readonly screen: 'account';
      readonly account: AccountRecordWire;
      readonly error: AccountFormError | null;
      readonly notice: string | null;
    }
  | { readonly screen: 'colonel'; readonly colonel: ColonelRecordWire }
  | {
      readonly screen: 'domains';
      readonly domains: readonly DomainWire[];
      readonly error: FormError | null;
      readonly notice: string | null;
    }
  /** `typed`: before an error. `example`: a host for the placeholder. */
  | {
      readonly screen: 'domain-add';
      readonly typed: string;
      readonly example: string;
      readonly error: FormError | null;
    }
  | {
      readonly screen: 'domain-verify';
      readonly domain: DomainWire;
      readonly cluster: ClusterWire;
      readonly error: FormError | null;
      readonly notice: string | null;
    }
  | {
      readonly screen: 'domain-brand';
      readonly domain: DomainWire;
      readonly error: FormError | null;
      readonly notice: string | null;
    }
);

export interface AccountFormError extends FormError {
  /** Which of the page's forms was refused. */
  readonly form: 'password' | 'apitoken' | 'destroy';
}

/** A customer's domains, as far as every screen of the workspace shows them. */
export interface OwnDomains {
  readonly count: number;
  /** The verified ones, as people read them. */
  readonly names: readonly string[];
}
