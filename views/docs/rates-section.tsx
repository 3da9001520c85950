import { CodedText } from './coded-text.tsx';
import { DenseTable } from './dense-table.tsx';
import type { Rates } from './reference-props.ts';
import { SectionTitle } from './section-title.tsx';

/** The id of the section, to which the contents lead. */
export const RATES = 'rates';

/** How many calls may be made, for each group that is counted together. */
export function RatesSection({ rates }: { readonly rates: Rates }) {
  return (
    <section className="stack" aria-labelledby={RATES}>
      <SectionTitle id={RATES} title={rates.title} />
      {rates.paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <CodedText text={paragraph.replaceAll('{{seconds}}', String(rates.windowSeconds))} />
        </p>
      ))}
      {rates.groups.length > 0 && <RatesTable {...rates} />}
    </section>
  );
}

function RatesTable({ title, heads, groups }: Rates) {
  const [, , address, account] = heads;
  return (
    <DenseTable label={title} heads={heads}>
      {groups.map(({ name, text, perAddress, perAccount }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>
            <CodedText text={text} />
          </td>
          <td data-label={address}>{perAddress}</td>
          <td data-label={account}>{perAccount}</td>
        </tr>
      ))}
    </DenseTable>
  );
}
