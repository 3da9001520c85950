import { observePages } from '../../tests/security/observed-pages.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';

export const observatory: Row = {
  name: 'observatory',
  what: 'the twelve tests of the HTTP Observatory, by their published points, on every page over TLS',
  bar: 'A+ and at least 120 points',
  async measure(t) {
    const pages = await observePages(t);
    const scores = pages.map(({ score }) => score);
    const below = pages.filter(({ score, grade }) => score < 120 || grade !== 'A+');
    return {
      tried: counted(pages.length, 'pages'),
      seen: `${Math.min(...scores)} to ${Math.max(...scores)} points, ${below.length} pages below${examples(below.map(({ label }) => label))}`,
      verdict: verdictOf(pages.length > 0 && below.length === 0),
    };
  },
};
