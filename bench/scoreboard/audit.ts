import { runChild } from '../../tests/support/children.ts';
import { counted, type Finding, type Row } from './row.ts';

interface Report {
  readonly vulnerabilities: Readonly<Record<string, number>>;
  /** Packages looked at. */
  readonly packages: number;
}

export const audit: Row = {
  name: 'audit',
  what: '`npm audit --omit=dev`, and with what development needs: known weaknesses of packages',
  bar: '0 known weaknesses',
  async measure() {
    const [shipped, all] = [await askRegistry(['--omit=dev']), await askRegistry([])];
    if (typeof shipped === 'string') return notAsked(shipped);
    if (typeof all === 'string') return notAsked(all);
    return {
      tried: `${counted(shipped.packages, 'packages')} shipped, ${counted(all.packages, 'packages')} in all`,
      seen: `${totalOf(shipped)} in what is shipped, ${totalOf(all)} in all`,
      verdict: totalOf(all) === 0 ? 'green' : 'red',
    };
  },
};

function notAsked(why: string): Finding {
  return { tried: 'nothing', seen: why, verdict: 'not asked' };
}

/** What the registry knows of the packages in the lock file; a text says why nobody could be asked. */
async function askRegistry(options: readonly string[]): Promise<Report | string> {
  const { stdout } = await runChild('npm', ['audit', '--json', ...options]);
  const answer = parsed(stdout);
  if (answer === null) return 'npm said nothing that can be read';
  const { metadata } = answer;
  if (metadata === undefined)
    return `the registry did not answer: ${withoutAddresses(String(answer.message ?? 'no reason'))}`;
  const { vulnerabilities, dependencies } = metadata;
  return { vulnerabilities, packages: options.includes('--omit=dev') ? dependencies.prod : dependencies.total };
}

interface AuditOutput {
  /** Of a failure. */
  readonly message?: string;
  readonly metadata?: {
    readonly vulnerabilities: Readonly<Record<string, number>>;
    readonly dependencies: { readonly prod: number; readonly total: number };
  };
}

function parsed(text: string): AuditOutput | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Which registry that was is the business of whoever runs this. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/https?:\/\/\S+/g, 'the registry');
}

function totalOf({ vulnerabilities }: Report): number {
  return vulnerabilities.total ?? 0;
}
