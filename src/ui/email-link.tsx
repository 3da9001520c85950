import { hideAddress } from './email-address.ts';
import { useTexts } from './texts.tsx';

/**
 * An address that people can read and programs cannot. A press copies the real one and says so: the early
 * script listens (src/islands/early/email-links.ts), so it works in any HTML. Without script it is text.
 */
export function EmailLink({ address }: { readonly address: string }) {
  const { t } = useTexts();
  const obscured = address
    .replaceAll('@', ` ${t('emailLink.address.at')} `)
    .replaceAll('.', ` ${t('emailLink.address.dot')} `);
  const words = <bdi dir="ltr">{obscured}</bdi>;
  return (
    <>
      <span className="without-script">{words}</span>
      <button
        className="btn-link email-link needs-script"
        type="button"
        title={t('emailLink.address.copy')}
        data-email={hideAddress(address)}
        data-copied={t('emailLink.address.copied')}
      >
        {words}
      </button>
      <span role="status" />
    </>
  );
}
