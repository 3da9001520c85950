import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { createFormPost, type FormPost, type FormPostDeps } from '../../client/form-post.ts';
import { domainApi } from '../domain-paths.ts';

/** The list, loaded anew, with the news that the server has for it. */
const REMOVED = '/account/domains?notice=removed';

export interface RemoveModel extends Pick<FormPost, 'isBusy' | 'failure'> {
  remove(): Promise<void>;
}

/** Removes a domain, then loads the page: tabs and creation form know of the domain too. */
export function createRemoveModel(domain: Pick<DomainWire, 'display_domain'>, deps: FormPostDeps): RemoveModel {
  const post = createFormPost({ ...deps, redirectDelayMs: 0 });
  return {
    isBusy: post.isBusy,
    failure: post.failure,
    remove: () => post.submit(`${domainApi(domain)}/remove`, [], () => REMOVED),
  };
}
