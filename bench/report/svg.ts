/** A small part of SVG 2: what a chart needs, without scripts, in the reader's light or dark. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Colours by class; text and lines take the colour of the reader's theme. */
const STYLE = `
  svg { color: #1c1d22; font: 13px system-ui, sans-serif }
  text { fill: currentColor }
  .title { font-size: 16px; font-weight: 600 }
  .quiet { opacity: 0.72 }
  .grid { stroke: currentColor; opacity: 0.18 }
  .own { fill: #2f66c8 }
  .missed { fill: #b8501f }
  .line { fill: none; stroke: #2f66c8; stroke-width: 2 }
  .bar { stroke: currentColor; stroke-width: 2.5 }
  .aim { stroke: currentColor; stroke-width: 2; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) {
    svg { color: #e9eaee }
    .own { fill: #7ea6f4 }
    .missed { fill: #eb9a6b }
    .line { stroke: #7ea6f4 }
  }
`;

/** `inside` is SVG already; attributes are escaped here. */
export function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return inside.length === 0
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${inside.join('')}</${name}>`;
}

/** Words, escaped. */
export function words(text: string, attributes: Attributes): string {
  return element('text', attributes, escaped(text));
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What it is, for whoever does not see it. */
  readonly title: string;
  readonly shapes: readonly string[];
}

/** A whole file. */
export function drawing({ width, height, title, shapes }: Drawing): string {
  const root = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' };
  const named = element('title', {}, escaped(title));
  return `${element('svg', root, `\n${named}`, element('style', {}, STYLE), ...shapes.map((shape) => `\n${shape}`), '\n')}\n`;
}

/** Short enough to read, exact enough to draw. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
