const ADDRESS = /^\/brand\/([0-9a-f]{6})\.css$/;

/** The colour that a style sheet at this address stands for; undefined where it is none of ours. */
export function accentAt(path: string): string | undefined {
  return ADDRESS.exec(path)?.[1];
}

/** Where it stands; the colour as a brand has it, '#rrggbb'. */
export function accentPath(accent: string): string {
  return `/brand/${accent.slice(1)}.css`;
}

/** All there is in it. The tokens keep its lightness where text can be read (static/css/tokens.css). */
export function accentStylesheet(colour: string): string {
  return `:root{--brand:#${colour}}\n`;
}
