import { formatUtc } from '#src/ui/amounts.ts';
import { LocalTime } from '#src/ui/local-time.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { Ending } from './ending.ts';
import { Fact, PassphraseNote, SentTo } from './private-facts.tsx';
import type { PrivateBodyProps } from './private-page.tsx';

/** What is left to know once a secret is over. */
export function EndedFacts({ record, details, mails, ending }: PrivateBodyProps & { ending: Ending }) {
  const { t, lang } = useTexts();
  const names: Record<Ending['kind'], string> = {
    received: t('private.facts.received'),
    burned: t('private.facts.burned'),
    expired: t('private.facts.expired'),
  };
  return (
    <dl className="kv">
      <Fact name={t('private.facts.secret')}>
        <s className="mono">{record.secret_shortkey}</s>
      </Fact>
      <PassphraseNote details={details} />
      <Fact name={names[ending.kind]}>
        <span className="num">
          <LocalTime atMs={ending.atMs} /> <span className="faint needs-script">{formatUtc(lang, ending.atMs)}</span>
        </span>
      </Fact>
      <SentTo record={record} mails={mails} />
    </dl>
  );
}
