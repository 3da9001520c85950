import { Island } from '#src/islands/island.tsx';
import { Reveal, type RevealProps } from '#src/islands/reveal/island.tsx';
import { Question } from '#src/ui/question.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext, SecretProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

export function secretScreen(props: SecretProps, { context, t }: ScreenContext): Screen {
  const title = t('secret.page.title');
  const body = <SecretBody secret={props} context={context} />;
  return { title, layout: 'slip', isIndexed: false, goesStale: true, islands: ['reveal'], body };
}

function SecretBody({ secret, context }: { secret: SecretProps; context: PageContext }) {
  const { record, host } = secret;
  const isForStranger = record.secret_value === undefined && !record.verification && !record.is_owner;
  return (
    <>
      <Island name="reveal" component={Reveal} props={islandProps(secret, context)} kept={['value']} />
      {isForStranger && <About secretKey={record.key} host={host} />}
    </>
  );
}

/** What a stranger wants to know before they press anything; hidden once the slip is torn. */
function About({ secretKey, host }: { secretKey: string; host: string }) {
  const { t } = useTexts();
  return (
    <div className="accordion aside">
      <Question title={t('secret.about.whatQuestion')}>
        <p>
          <Slotted text={t('secret.about.whatAnswer', { host: SLOT })}>
            <bdi>{host}</bdi>
          </Slotted>
        </p>
      </Question>
      <Question title={t('secret.about.unexpectedQuestion')}>
        <p>{t('secret.about.unexpectedAnswer')}</p>
        <p>
          <a href={`/secret/${secretKey}/burn`}>{t('secret.about.unexpectedLink')}</a>
        </p>
      </Question>
    </div>
  );
}

function islandProps(secret: SecretProps, { brand, globals, siteName }: PageContext): RevealProps {
  const { record, details, host, expiresAtMs, claimant, redeliverySeconds, error } = secret;
  return {
    ...{ host, expiresAtMs, claimant, redeliverySeconds, error },
    siteName: brand?.name ?? siteName,
    secretKey: record.key,
    action: `/secret/${record.key}`,
    hasPassphrase: record.has_passphrase,
    isVerification: record.verification,
    hasSignin: globals.authentication.signin,
    isOwner: record.is_owner,
    isTruncated: record.is_truncated,
    originalSize: record.original_size,
    displayLines: details.display_lines,
    triesLeft: details.tries_left,
    retryAfterSeconds: details.retry_after,
    value: record.secret_value ?? null,
    ...{ before: brand?.beforeReveal ?? null, after: brand?.afterReveal ?? null },
  };
}
