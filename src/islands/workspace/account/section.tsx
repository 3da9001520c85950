import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** Label left, controls right. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section className="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </header>
      {children}
    </section>
  );
}
