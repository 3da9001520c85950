import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { createFormPost, type FormPost, type FormPostDeps } from '../../client/form-post.ts';
import { domainApi } from '../domain-paths.ts';

/** The list, loaded anew, with the news that the server has for it. */
const REMOVED = '/account/domains?notice=removed';

export interface RemoveModel extends Pick<FormPost, 'isBusy' | 'failure' | 'comeBack'> {
  remove(): Promise<void>;
}

export interface RemoveDeps extends FormPostDeps {
  /** Whether the list is still on the screen: the answer may come when somebody has gone elsewhere. */
  readonly isListShown: () => boolean;
  /** Tabs and creation form know of the domain too. */
  readonly outdate: () => void;
}

/** Removes a domain, then loads the page anew, or leaves that to the next way to what shows the domain. */
export function createRemoveModel(domain: Pick<DomainWire, 'display_domain'>, deps: RemoveDeps): RemoveModel {
  const post = createFormPost({ ...deps, redirectDelayMs: 0 });
  return {
    isBusy: post.isBusy,
    failure: post.failure,
    comeBack: post.comeBack,
    remove: () =>
      post.submit(`${domainApi(domain)}/remove`, [], () => {
        deps.outdate();
        return deps.isListShown() ? REMOVED : null;
      }),
  };
}
