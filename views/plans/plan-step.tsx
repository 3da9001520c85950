import { frequencyQuery, planPath } from '#src/features/plans/frequency.ts';
import type { Frequency, PlanTier } from '#src/features/plans/plan-wire.ts';
import { Alert } from '#src/ui/alert.tsx';
import { EmailLink } from '#src/ui/email-link.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import type { PlanStep } from './plan-props.ts';

interface StepProps {
  readonly next: PlanStep;
  readonly tier: PlanTier;
  readonly frequency: Frequency;
  readonly authentication: PageContext['globals']['authentication'];
}

/** What somebody can do about a plan now. */
export function Step({ next, ...props }: StepProps) {
  switch (next.kind) {
    case 'sign-in':
      return <Entrance {...props} />;
    case 'pay':
      return <Pay href={next.href} />;
    case 'manage':
      return <Manage href={next.href} />;
    case 'given':
      return <Given plan={props.tier.name} href={next.accountHref} />;
    case 'coming':
      return <Coming />;
    case 'no-billing':
      return <NoBilling contactAddress={next.contactAddress} />;
  }
}

/** Both ways come back to this page. */
function Entrance({ tier, frequency, authentication }: Omit<StepProps, 'next'>) {
  const { t } = useTexts();
  const here = new URLSearchParams({ redirect: planPath(tier.id, frequency) });
  if (!authentication.signin) return <Alert kind="plain">{t('plan.signIn.none')}</Alert>;
  return (
    <section className="stack stack--sm">
      <p className="muted">{t('plan.signIn.text')}</p>
      {authentication.signup && (
        <a className="btn btn--primary btn--lg btn--block" href={`/signup/${tier.id}${frequencyQuery(frequency)}`}>
          {t('plan.signIn.create')}
        </a>
      )}
      <a className="btn btn--lg btn--block" href={`/signin?${here}`}>
        {t('plan.signIn.known')}
      </a>
    </section>
  );
}

/** A link: a form must not end on another site, the content security policy keeps it here. */
function Pay({ href }: { href: string }) {
  const { t } = useTexts();
  return (
    <section className="stack stack--sm">
      <a className="btn btn--primary btn--lg btn--block" href={href}>
        {t('plan.pay.link')}
        <Icon name="external" variant="icon--sm icon--dir" />
      </a>
      <p className="faint">{t('plan.pay.text')}</p>
    </section>
  );
}

function Manage({ href }: { href: string }) {
  const { t } = useTexts();
  return (
    <section className="stack stack--sm">
      <p className="muted">{t('plan.manage.text')}</p>
      <a className="btn btn--primary btn--lg btn--block" href={href}>
        {t('plan.manage.link')}
      </a>
    </section>
  );
}

function Given({ plan, href }: { plan: string; href: string }) {
  const { t } = useTexts();
  return (
    <section className="stack stack--sm">
      <Alert kind="ok">{t('signUp.plan.free', { plan })}</Alert>
      <a className="btn btn--lg btn--block" href={href}>
        {t('billing.stop.account')}
      </a>
    </section>
  );
}

function Coming() {
  const { t } = useTexts();
  return <Alert kind="plain">{t('plan.coming.text')}</Alert>;
}

function NoBilling({ contactAddress }: { contactAddress: string | null }) {
  const { t } = useTexts();
  const text = t('plan.noBilling.text');
  return (
    <Alert kind="plain">
      {`${text}${gapAfter(text)}`}
      {contactAddress !== null && (
        <Slotted text={t('plan.noBilling.write', { address: SLOT })}>
          <EmailLink address={contactAddress} />
        </Slotted>
      )}
    </Alert>
  );
}
