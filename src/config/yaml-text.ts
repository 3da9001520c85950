import { type Document, LineCounter, parseDocument, visit } from 'yaml';

/** What keeps a text from being YAML: the parser's code, and where. */
export interface YamlFault {
  readonly code: string;
  readonly offset: number;
}

export interface YamlText {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  /** null where the text is YAML through and through. */
  readonly fault: YamlFault | null;
}

/** Nothing of the text is printed or told: it may hold a secret. */
export function parseYaml(text: string): YamlText {
  const lines = new LineCounter();
  // prettyErrors and warnings quote the text around what is wrong.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  return { document, lines, fault: faultIn(document) };
}

function faultIn(document: Document.Parsed): YamlFault | null {
  const [error] = document.errors;
  if (error !== undefined) return { code: error.code, offset: error.pos[0] };
  try {
    document.toJS();
    return null;
  } catch {
    // The parser looks for what an alias (*name) stands for only now, and does not say where it was.
    return { code: 'BAD_ALIAS', offset: badAliasIn(document) };
  }
}

/** The offset of an alias that stands for nothing; 0 if the aliases are only too many. */
function badAliasIn(document: Document.Parsed): number {
  let offset = 0;
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}
