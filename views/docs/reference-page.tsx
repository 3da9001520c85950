import { Alert } from '#src/ui/alert.tsx';
import type { Screen, ScreenContext } from '../screen.ts';
import { CodedText } from './coded-text.tsx';
import { DenseTable } from './dense-table.tsx';
import { FieldTable } from './field-table.tsx';
import { OperationArticle } from './operation-article.tsx';
import { RATES, RatesSection } from './rates-section.tsx';
import type { Chapter, ReferenceProps, Term } from './reference-props.ts';
import { SectionTitle } from './section-title.tsx';

const DOCUMENT = '/api/openapi.json';
const ERRORS = 'errors';
const SHAPES = 'shapes';

export function referenceScreen(props: ReferenceProps, { context }: ScreenContext): Screen {
  const server = new URL(context.siteUrl).origin;
  const body = <ReferencePage {...props} server={server} />;
  return { title: props.words.title, layout: 'wide', isIndexed: true, islands: [], body };
}

/** In English, whatever the language of the page around it: programs are written in it. */
function ReferencePage(props: ReferenceProps & { readonly server: string }) {
  const { chapters, groups, server } = props;
  return (
    <div lang="en" dir="ltr">
      <Title {...props} />
      <div className="with-toc with-toc--wide">
        <Contents {...props} />
        <div className="reference">
          {chapters.map((chapter) => (
            <ChapterSection key={chapter.id} chapter={chapter} server={server} />
          ))}
          <RatesSection rates={props.rates} />
          <Errors {...props} />
          {groups.map(({ id, title, text, operations }) => (
            <section className="stack" key={id} aria-labelledby={id}>
              <SectionTitle id={id} title={title} />
              <p>
                <CodedText text={text} />
              </p>
              {operations.map((operation) => (
                <OperationArticle key={operation.id} operation={operation} words={props.words} server={server} />
              ))}
            </section>
          ))}
          <Shapes {...props} />
        </div>
      </div>
    </div>
  );
}

function Title({ words, isOpen }: ReferenceProps) {
  return (
    <header className="title">
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      {!isOpen && (
        <Alert kind="warn">
          <CodedText text={words.off} />
        </Alert>
      )}
      <p>
        <a href={DOCUMENT}>{words.document}</a>
      </p>
    </header>
  );
}

function Errors({ words, errors }: ReferenceProps) {
  return (
    <section className="stack" aria-labelledby={ERRORS}>
      <SectionTitle id={ERRORS} title={words.errors} />
      <p>
        <CodedText text={words.errorsText} />
      </p>
      <TermTable label={words.statuses} heads={[words.status, words.meaning]} terms={errors.statuses} />
      <TermTable label={words.types} heads={['error_type', words.meaning]} terms={errors.types} hasIds />
    </section>
  );
}

function Shapes({ words, shapes }: ReferenceProps) {
  return (
    <section className="stack" aria-labelledby={SHAPES}>
      <SectionTitle id={SHAPES} title={words.shapes} />
      <p>{words.shapesText}</p>
      {shapes.map(({ id, name, fields }) => (
        <div className="stack stack--sm" key={id}>
          <h3 id={id}>
            <a className="anchor" href={`#${id}`}>
              {name}
            </a>
          </h3>
          <FieldTable label={name} fields={fields} words={words} />
        </div>
      ))}
    </section>
  );
}

function Contents({ words, chapters, rates, groups }: ReferenceProps) {
  return (
    <nav className="toc toc--long" aria-label={words.contents}>
      <ul>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        <li>
          <a href={`#${RATES}`}>{rates.title}</a>
        </li>
        <li>
          <a href={`#${ERRORS}`}>{words.errors}</a>
        </li>
        {groups.map(({ id, title, operations }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            <ul>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <a href={`#${operation.id}`}>{operation.title}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href={`#${SHAPES}`}>{words.shapes}</a>
        </li>
      </ul>
    </nav>
  );
}

function ChapterSection({ chapter, server }: { readonly chapter: Chapter; readonly server: string }) {
  const { id, title, paragraphs } = chapter;
  return (
    <section className="stack" aria-labelledby={id}>
      <SectionTitle id={id} title={title} />
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <CodedText text={paragraph.replaceAll('{{server}}', server)} />
        </p>
      ))}
    </section>
  );
}

interface TermTableProps {
  readonly label: string;
  readonly heads: readonly [string, string];
  readonly terms: readonly Term[];
  /** Whether links lead to its lines. */
  readonly hasIds?: boolean;
}

function TermTable({ label, heads, terms, hasIds = false }: TermTableProps) {
  return (
    <DenseTable label={label} heads={heads}>
      {terms.map(({ name, text }) => (
        <tr key={name} id={hasIds ? name : undefined}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>
            <CodedText text={text} />
          </td>
        </tr>
      ))}
    </DenseTable>
  );
}
