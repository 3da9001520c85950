import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export interface LetterProps {
  /** BCP 47. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly subject: string;
  readonly lead: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly notes: readonly string[];
  readonly footer: string;
}

// Mail programs know few rules and no style sheets; a mail is not under our content security policy.
const WORDS: CSSProperties = {
  margin: '0 auto',
  maxWidth: '36rem',
  padding: '1.5rem',
  font: '16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
};
const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '0.6rem 1.1rem',
  borderRadius: '0.4rem',
  // As on the pages, in light.
  background: '#006475',
  color: '#ffffff',
  textDecoration: 'none',
};
const ADDRESS: CSSProperties = { fontSize: '13px', overflowWrap: 'anywhere' };
const FOOTER: CSSProperties = { fontSize: '13px', borderTop: '1px solid #b8c4c8', paddingTop: '0.75rem' };

/** A mail as an HTML document: words and links alone. Nothing in it is loaded from anywhere. */
export function renderLetterHtml(props: LetterProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Letter {...props} />)}`;
}

function Letter({ lang, dir, subject, lead, links, notes, footer }: LetterProps) {
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0 }}>
        {/* Programs that show mails in a page of their own drop the elements around this one. */}
        <div lang={lang} dir={dir} style={WORDS}>
          {lead.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {links.map((link) => (
            <LetterLink key={link.url} {...link} />
          ))}
          {notes.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p style={FOOTER}>{footer}</p>
        </div>
      </body>
    </html>
  );
}

/** The address stands below in full: whoever is careful reads it before following it. */
function LetterLink({ label, url }: LetterProps['links'][number]) {
  return (
    <>
      <p>
        <a href={url} style={BUTTON}>
          {label}
        </a>
      </p>
      <p style={ADDRESS} dir="ltr">
        {url}
      </p>
    </>
  );
}
