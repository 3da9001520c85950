import { poisonMails, poisonPages } from '../../tests/security/host-poisoning.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';

export const hosts: Row = {
  name: 'hosts',
  what: 'names that a request claims (Host, X-Forwarded-*, Forwarded, the request line and the like) in answers, links, redirects, cookies and mails of every route, signed in and out',
  bar: '0 foreign names',
  async measure(t) {
    const [pages, letters] = [await poisonPages(t), await poisonMails(t)];
    const traces = [...pages.traces, ...letters.traces];
    return {
      tried: `${counted(pages.requests, 'requests')}, ${counted(letters.mails, 'mails')}`,
      seen: `${traces.length} foreign names${examples(traces)}`,
      verdict: verdictOf(pages.requests > 0 && letters.mails > 0 && traces.length === 0),
    };
  },
};
