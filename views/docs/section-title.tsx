interface SectionTitleProps {
  readonly id: string;
  readonly title: string;
}

/** A heading that is a link to itself. */
export function SectionTitle({ id, title }: SectionTitleProps) {
  return (
    <h2 id={id}>
      <a className="anchor" href={`#${id}`}>
        {title}
      </a>
    </h2>
  );
}
