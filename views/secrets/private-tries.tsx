import { useEffects } from '#src/islands/client/effects.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { LocalTime } from '#src/ui/local-time.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PrivateBodyProps } from './private-page.tsx';

/** Tells the sender that somebody is guessing, and lets them lift a lock. */
export function PassphraseTries({ record, details }: PrivateBodyProps) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const { passphrase_failures: failures, locked_until: lockedUntil } = details;
  if (failures === 0 && lockedUntil === null) return null;
  return (
    <Alert kind="warn">
      <p>{t('private.tries.wrong', { count: failures })}</p>
      {lockedUntil !== null && (
        <form className="stack stack--sm" action={`${record.metadata_path}/unlock`} method="post">
          <FormTokens shrimp={shrimp.token.peek()} />
          <p>
            <Slotted text={t('private.tries.locked', { date: SLOT })}>
              <LocalTime atMs={lockedUntil * 1000} />
            </Slotted>
          </p>
          <p>
            <button className="btn" type="submit">
              {t('private.tries.lift')}
            </button>
          </p>
        </form>
      )}
    </Alert>
  );
}
