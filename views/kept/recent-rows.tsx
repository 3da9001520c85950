import { renderToString } from 'react-dom/server';
import { RecentItem } from '#src/islands/workspace/recent/item.tsx';
import type { RecentEntry } from '#src/islands/workspace/recent/lists.ts';
import { escapeHtml } from '#src/ui/escape-html.ts';
import { type PageTexts, TextsContext } from '#src/ui/texts.tsx';
import { compileTemplate, fillTemplate, type Template } from './template.ts';

/** Draws the entries of a list as the island does, each kind of entry once by React and then by its template. */
export interface RecentRows {
  html(entries: readonly RecentEntry[], texts: PageTexts): string;
}

/** From the private use area of Unicode: these stand in no key, no stamp and no address. */
const MARKS = new Map([
  ['\ue020', 'key'],
  ['\ue021', 'shortkey'],
  ['\ue022', 'stamp'],
  ['\ue023', 'recipients'],
]);
const [KEY, SHORTKEY, STAMP, RECIPIENTS] = [...MARKS.keys()] as [string, string, string, string];

/** What is drawn of a kind of entry, and what stands between two of its recipients. */
interface Row {
  readonly template: Template;
  readonly between: string;
}

export function createRecentRows(): RecentRows {
  const kept = new Map<string, Row>();

  function rowOf(entry: RecentEntry, texts: PageTexts): Row {
    const { is_received, is_burned, is_expired, is_destroyed, show_recipients } = entry;
    const kind = `${texts.lang} ${[is_received, is_burned, is_expired, is_destroyed, show_recipients]}`;
    const known = kept.get(kind);
    if (known) return known;
    const row = drawRow(entry, texts);
    kept.set(kind, row);
    return row;
  }

  function filled(entry: RecentEntry, texts: PageTexts): string {
    const { template, between } = rowOf(entry, texts);
    const { key, shortkey } = entry;
    const recipients = entry.recipients.split(', ').map(escapeHtml).join(between);
    return fillTemplate(template, { key, shortkey, stamp: escapeHtml(entry.stamp), recipients });
  }

  return { html: (entries, texts) => entries.map((entry) => filled(entry, texts)).join('') };
}

/** Draws the row with two recipients and makes one gap of them, for any number of recipients that are drawn alike. */
function drawRow(entry: RecentEntry, texts: PageTexts): Row {
  const recipients = `${RECIPIENTS}, ${RECIPIENTS}`;
  const html = drawItem({ ...entry, key: KEY, shortkey: SHORTKEY, stamp: STAMP, recipients }, texts);
  const [, between = ''] = html.split(RECIPIENTS);
  const withOneGap = html.replace(`${RECIPIENTS}${between}${RECIPIENTS}`, RECIPIENTS);
  return { template: compileTemplate(withOneGap, MARKS), between };
}

/** One entry by React, exactly as it stands in the drawn list. */
export function drawItem(entry: RecentEntry, texts: PageTexts): string {
  return renderToString(
    <TextsContext value={texts}>
      <RecentItem entry={entry} />
    </TextsContext>,
  );
}
