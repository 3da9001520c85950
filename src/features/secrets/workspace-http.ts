import type { Request, Response } from 'express';
import type { Owner } from '#src/features/accounts/customer.ts';
import { pageStatusOf, type Refusal } from '#src/http/refusals.ts';
import type { WorkspaceProps } from '#views/workspace/workspace-props.ts';
import { createFormProps } from './create-form-http.ts';
import type { SecretFaceDeps } from './secret-http.ts';

/** A screen of the workspace, without the form that comes with each. */
export type WorkspaceScreen = WorkspaceProps extends infer Props
  ? Props extends { readonly screen: string }
    ? Omit<Props, 'form'>
    : never
  : never;

/** Draws one of the customer's screens, with the tabs' counts. `refusal` is what was wrong with the creation form. */
export type DrawWorkspace = (
  request: Request,
  response: Response,
  owner: Owner,
  screen: WorkspaceScreen,
  options?: { readonly status?: number; readonly refusal?: Refusal },
) => Promise<void>;

/** The same in two steps: once the store has been asked, nothing can keep a screen from being shown. */
export type OpenWorkspace = (
  request: Request,
  response: Response,
  owner: Owner,
  refusal?: Refusal,
) => Promise<(screen: WorkspaceScreen, status?: number) => void>;

export function createOpenWorkspace(deps: SecretFaceDeps): OpenWorkspace {
  return async (request, response, owner, refusal) => {
    const form = await createFormProps(deps, request, response, { action: '/dashboard', refusal: refusal ?? null });
    const recordCount = await deps.service.owner.countRecent(owner);
    const { count, names } = await deps.domainsOf(owner);
    const plan = deps.plans.of(deps.askers.of(request));
    const domains = { count, names: plan.hasCustomDomains ? names : [] };
    return (screen, status = pageStatusOf(refusal ?? null)) => {
      const props = { ...screen, form } as WorkspaceProps;
      deps.answers.page(request, response, { name: 'workspace', props, recordCount, domains }, status);
    };
  };
}

export function createDrawWorkspace(open: OpenWorkspace): DrawWorkspace {
  return async (request, response, owner, screen, { refusal, status } = {}) => {
    const show = await open(request, response, owner, refusal);
    show(screen, status);
  };
}
