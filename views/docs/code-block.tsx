interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
}

/** One press selects the whole of it, to be copied without script; the keyboard can scroll it. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <section
      className="code code--whole"
      dir="ltr"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
    >
      {code}
    </section>
  );
}
