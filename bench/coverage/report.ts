import { describeMachine } from '../report/machine.ts';

export const BARS = { lines: 95, branches: 90 };

export interface FileCoverage {
  /** From the root. */
  readonly path: string;
  readonly lines: Share;
  readonly branches: Share;
}

export interface Share {
  readonly covered: number;
  readonly total: number;
}

export interface CoverageReport {
  readonly files: readonly FileCoverage[];
  /** What was run: folders below tests/. */
  readonly folders: readonly string[];
  /** Files in them that were not. */
  readonly leftOut: readonly string[];
  /** What went wrong with the run. */
  readonly complaints: readonly string[];
}

/** COVERAGE.md. */
export function coverageReport({ files, folders, leftOut, complaints }: CoverageReport): string {
  const rooms = [...new Set(files.map(({ path }) => roomOf(path)))].sort();
  const rows = rooms.map((room) =>
    rowOf(
      room,
      files.filter(({ path }) => roomOf(path) === room),
    ),
  );
  const low = files.filter(isLow).sort((one, other) => missing(other) - missing(one));
  return `# Coverage

Written by \`npm run coverage\`: what node:test counts (V8's own coverage) over ${folders.map((one) => `\`tests/${one}\``).join(', ')},
but for ${leftOut.map((one) => `\`${one}\``).join(', ')}, which repeats what others do.
Processes that these tests start count too: the command line runs from the sources anyway, and a server does for this.
What runs in a browser alone does not count here (\`tests/browser\` and \`tests/screens\` come there), so islands are
seen as the server renders them and as their models are tested.

Lines are those that hold something to run, without comments, blank lines and types. A source that no process has
loaded counts with all of its lines as not covered, and as one branch, since nobody has counted more. A branch is a block
that V8 counts by itself. Asked for are ${BARS.lines} % of the lines and ${BARS.branches} % of the branches.

${describeMachine()}
${complaints.length > 0 ? `\nThe run was not clean, so this is less than could be: ${complaints.join('; ')}.\n` : ''}
| room | files | lines | covered | branches | covered |
|---|---:|---:|---:|---:|---:|
${[...rows, rowOf('**all**', files)].join('\n')}

## Files below the bars

Those that lack most lines first.

| file | lines | lack | covered | branches covered |
|---|---:|---:|---:|---:|
${low.map((file) => `| ${[file.path, file.lines.total, missing(file), percent(file.lines), percent(file.branches)].join(' | ')} |`).join('\n')}
`;
}

function rowOf(name: string, files: readonly FileCoverage[]): string {
  const [lines, branches] = [sumOf(files.map(({ lines }) => lines)), sumOf(files.map(({ branches }) => branches))];
  const cells = [name, files.length, lines.total, percent(lines), branches.total, percent(branches)];
  return `| ${cells.join(' | ')} |`;
}

/** src/http, src/features/secrets, src/store/redis; src for what stands above the rooms. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const isDeep = ['features', 'store', 'islands'].includes(folders[1] ?? '');
  return folders.slice(0, isDeep ? 3 : 2).join('/');
}

function isLow({ lines, branches }: FileCoverage): boolean {
  return shareOf(lines) < BARS.lines || shareOf(branches) < BARS.branches;
}

function missing({ lines }: FileCoverage): number {
  return lines.total - lines.covered;
}

function sumOf(shares: readonly Share[]): Share {
  return {
    covered: shares.reduce((sum, { covered }) => sum + covered, 0),
    total: shares.reduce((sum, { total }) => sum + total, 0),
  };
}

function percent(share: Share): string {
  return `${shareOf(share).toFixed(1)} %`;
}

function shareOf({ covered, total }: Share): number {
  return total === 0 ? 100 : (100 * covered) / total;
}
