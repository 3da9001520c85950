import { CodedText } from './coded-text.tsx';
import type { Field, ReferenceWords, TypePart } from './reference-props.ts';

interface FieldTableProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly words: ReferenceWords;
}

/** What is sent, or what comes back, line by line. */
export function FieldTable({ label, fields, words }: FieldTableProps) {
  const hasPlaces = fields.some(({ place }) => place !== null);
  return (
    <div className="table-wrap">
      <table className="table table--stack table--dense" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            {hasPlaces && <th scope="col">{words.place}</th>}
            <th scope="col">{words.type}</th>
            <th scope="col">{words.meaning}</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
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
