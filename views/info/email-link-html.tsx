import { renderToStaticMarkup } from 'react-dom/server';
import { EmailLink } from '#src/ui/email-link.tsx';
import { type PageTexts, TextsContext } from '#src/ui/texts.tsx';

/** An `EmailLink` for HTML that React does not draw, such as what Markdown becomes. */
export function emailLinkHtml(address: string, texts: PageTexts): string {
  return renderToStaticMarkup(
    <TextsContext value={texts}>
      <EmailLink address={address} />
    </TextsContext>,
  );
}
