import { CodedText } from './coded-text.tsx';
import { DenseTable } from './dense-table.tsx';
import type { Field, ReferenceWords, TypePart } from './reference-props.ts';

interface FieldTableProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly words: ReferenceWords;
}

/** What is sent, or what comes back, line by line. */
export function FieldTable({ label, fields, words }: FieldTableProps) {
  const hasPlaces = fields.some(({ place }) => place !== null);
  const heads = [words.name, ...(hasPlaces ? [words.place] : []), words.type, words.meaning];
  return (
    <DenseTable label={label} heads={heads}>
      {fields.map((field) => (
        <tr key={field.name}>
          <th scope="row">
            <code>{field.name}</code>
            {field.place !== null && field.isRequired && <small>{words.required}</small>}
          </th>
          {hasPlaces && <td data-label={words.place}>{field.place}</td>}
          <td data-label={words.type}>
            <TypeText parts={field.type} />
          </td>
          <td>
            <CodedText text={field.text} />
          </td>
        </tr>
      ))}
    </DenseTable>
  );
}

function TypeText({ parts }: { readonly parts: readonly TypePart[] }) {
  const words = parts.map(({ text, shape }) =>
    shape === null ? (
      text
    ) : (
      <a key={text} href={`#${shape}`}>
        {text}
      </a>
    ),
  );
  return <span>{words}</span>;
}
