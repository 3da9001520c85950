import sanitizeHtml from 'sanitize-html';

const CLASSES: Readonly<Record<string, string[]>> = {
  a: ['anchor'],
  div: ['quote', 'table-wrap'],
  table: ['table'],
};

/**
 * What a page gets of an article, whoever wrote it: words, structure and links. Nothing that runs, looks
 * otherwise, or asks for anything from elsewhere: pictures are left out. `fill` puts values into attributes.
 */
export function safeHtml(html: string, fill: (text: string) => string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br', 'div'],
      ...['strong', 'b', 'em', 'i', 'del', 'code', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      a: ['href', 'rel', 'title'],
      ...{ h2: ['id'], h3: ['id'], h4: ['id'], ol: ['start'], div: ['role', 'tabindex', 'aria-labelledby'] },
      ...{ th: ['scope', 'align'], td: ['align'] },
    },
    allowedClasses: CLASSES,
    // An e-mail address that is written as Markdown is drawn as one of ours, which programs do not find.
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    nestingLimit: 30,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: withoutForeignId(filled(attribs, fill)) }),
      a: (tagName, attribs) => ({ tagName, attribs: withoutHold(filled(attribs, fill)) }),
    },
  });
}

/** How the renderer writes the id of a heading. Nobody else can, so no id is there twice, or one of the page's own. */
export const OWN_ID = '\ue102';

function withoutForeignId({ id, ...attribs }: Record<string, string>): Record<string, string> {
  return id?.startsWith(OWN_ID) ? { ...attribs, id: id.slice(OWN_ID.length) } : attribs;
}

/** Another site gets no hold of this page. */
function withoutHold({ rel: _, ...attribs }: Record<string, string>): Record<string, string> {
  return /^[a-z]+:/i.test(attribs.href ?? '') ? { ...attribs, rel: 'noopener' } : attribs;
}

function filled(attribs: Record<string, string>, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(attribs).map(([name, value]) => [name, fill(value)]));
}
