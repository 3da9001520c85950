import { Icon } from '#src/ui/icon.tsx';
import { CodeBlock } from './code-block.tsx';
import { CodedText } from './coded-text.tsx';
import { FieldTable } from './field-table.tsx';
import type { ReferenceOperation, ReferenceWords, Sample } from './reference-props.ts';

interface OperationProps {
  readonly operation: ReferenceOperation;
  readonly words: ReferenceWords;
  /** Scheme and host of this site. */
  readonly server: string;
}

export function OperationArticle({ operation, words, server }: OperationProps) {
  const { id, title, text, method, path, aliases, callers, asks } = operation;
  return (
    <article className="stack operation" aria-labelledby={id}>
      <h3 id={id}>
        <a className="anchor" href={`#${id}`}>
          {title}
        </a>
      </h3>
      <p className="operation__call">
        <span className="badge">{method}</span> <code>{path}</code>
      </p>
      <p>
        <CodedText text={text} />
      </p>
      <p className="muted">
        {`${words.callers}: ${callers}`}
        {aliases.length > 0 && <Aliases label={words.also} paths={aliases} />}
      </p>
      {asks.length > 0 && (
        <>
          <h4>{words.asks}</h4>
          <FieldTable label={`${words.asks}: ${title}`} fields={asks} words={words} />
        </>
      )}
      <OperationAnswer operation={operation} words={words} />
      <Refusals operation={operation} words={words} />
      <Samples operation={operation} words={words} server={server} />
    </article>
  );
}

function Aliases({ label, paths }: { readonly label: string; readonly paths: readonly string[] }) {
  return (
    <>
      <br />
      {`${label}: `}
      {paths.map((path, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <code>{path}</code>
        </span>
      ))}
    </>
  );
}

function OperationAnswer({ operation, words }: Omit<OperationProps, 'server'>) {
  const { title, answer } = operation;
  return (
    <>
      <h4>{words.answers}</h4>
      <p>
        <span className="badge badge--ok">{answer.status}</span> <CodedText text={answer.text} />
      </p>
      {answer.fields.length > 0 && (
        <FieldTable label={`${words.answers}: ${title}`} fields={answer.fields} words={words} />
      )}
      {answer.example !== null && (
        <Disclosure title={words.example}>
          <CodeBlock label={`${words.example}: ${title}`} code={answer.example} />
        </Disclosure>
      )}
    </>
  );
}

/** The refusals of this operation besides those that every call has. */
function Refusals({ operation, words }: Omit<OperationProps, 'server'>) {
  if (operation.refusals.length === 0) return null;
  return (
    <>
      <h4>{words.refusals}</h4>
      <ul className="operation__refusals">
        {operation.refusals.map(({ status, types }) => (
          <li key={status}>
            <span className="badge">{status}</span>
            {types.map((type) => (
              <a key={type} href={`#${type}`}>
                <code>{type}</code>
              </a>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Samples({ operation, words, server }: OperationProps) {
  return (
    <>
      <h4>{words.samples}</h4>
      <div className="accordion">
        {operation.samples.map(({ label, code }: Sample, index) => (
          <Disclosure key={label} title={label} isOpen={index === 0}>
            <CodeBlock label={`${label}: ${operation.title}`} code={code.replaceAll('{{server}}', server)} />
          </Disclosure>
        ))}
      </div>
    </>
  );
}

interface DisclosureProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: React.ReactNode;
}

function Disclosure({ title, isOpen = false, children }: DisclosureProps) {
  return (
    <details className="disc" open={isOpen}>
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      <div className="disc__body">{children}</div>
    </details>
  );
}
