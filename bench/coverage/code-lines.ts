import { stripTypeScriptTypes } from 'node:module';

/**
 * The lines, from 1, that hold something to run. Node counts every line of a file, and would find a comment covered;
 * blank lines, comments and types are none of these. In .tsx types of more than one line count as code.
 */
export function codeLinesOf(path: string, text: string): number[] {
  const code = path.endsWith('.tsx') ? text : stripTypeScriptTypes(text);
  return withoutComments(code)
    .split('\n')
    .flatMap((line, at) => (/\w/.test(line) ? [at + 1] : []));
}

/** Comments as this project writes them: whole lines, or blocks that begin a line. */
function withoutComments(code: string): string {
  const blanked = code.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\//gm, (block) => block.replaceAll(/[^\n]/g, ' '));
  return blanked.replaceAll(/^[ \t]*\/\/.*$/gm, '');
}
