import { useTexts } from '#src/ui/texts.tsx';
import type { AuthState } from '../session/auth-state.ts';
import { PlanHint } from './plan-hint.tsx';

/** Whether the customer's plan has no custom domains, so that nothing is offered that the server would refuse. */
export function lacksDomains({ customer }: Pick<AuthState, 'customer'>): boolean {
  return customer.value?.plan.options.custom_domains === false;
}

/** What a plan with custom domains is good for; `hasDomains` where some are left from such a plan. */
export function DomainPlanHint({ hasDomains }: { hasDomains: boolean }) {
  const { t } = useTexts();
  return <PlanHint sentences={[t('planHints.domains'), ...(hasDomains ? [t('planHints.keptDomains')] : [])]} />;
}
