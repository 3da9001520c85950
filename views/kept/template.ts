/** A page with gaps: text, name of a gap, text, name of a gap, …, text. */
export type Template = readonly string[];

/** What goes into the gaps of these names, ready for where it goes. */
export type Gaps = Readonly<Record<string, () => string>>;

/** What stands in the drawn page where a gap is to be, and the gap's name. Longer marks go first. */
export type Marks = ReadonlyMap<string, string>;

/** Cuts a drawn page at its marks. */
export function compileTemplate(html: string, marks: Marks): Template {
  const byLength = [...marks.keys()].sort((one, other) => other.length - one.length);
  const anyMark = new RegExp(`(${byLength.map(escapePattern).join('|')})`);
  return html.split(anyMark).map((part, at) => (at % 2 === 1 ? (marks.get(part) ?? '') : part));
}

/** Puts the values, ready for where they go, into the gaps. */
export function fillTemplate(template: Template, values: Readonly<Record<string, string>>): string {
  let html = '';
  for (const [at, part] of template.entries()) html += at % 2 === 1 ? (values[part] ?? '') : part;
  return html;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
