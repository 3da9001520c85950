import type { Config } from '#src/config/config.ts';
import { readTextFile } from '#src/config/read-text.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { openResources } from '#src/resources.ts';
import { ok, type Result } from '#src/result.ts';
import { readSettings, type Settings, type SettingsFailure } from '#src/settings.ts';
import about from '../../../package.json' with { type: 'json' };
import type { Outcome } from '../answer.ts';
import { EXIT_CODES } from '../failure.ts';
import type { ConfigIo } from '../server/config.ts';
import { systemCode } from '../system/system-code.ts';
import { judgeClocks } from './clock.ts';
import { type CheckName, type Finding, failure, fine, warning } from './finding.ts';
import { lookAtDisk, lookAtFolder } from './folder.ts';
import { lookAtMachine, type Machine } from './machine.ts';
import { lookAtMail } from './mail.ts';
import { lookAtNames } from './names.ts';
import { lookAtServer } from './server.ts';
import { lookAtStore } from './store.ts';
import { SAID } from './texts.ts';

export type DoctorIo = ConfigIo &
  Pick<NodeJS.Process, 'versions' | 'platform' | 'arch' | 'report' | 'getuid' | 'getgid'>;

const LONGEST_CHECK_MS = 15_000;
const CHECK_WIDTH = 12;

/** `hushlink doctor`: checks what a server of this configuration stands on, a line each; exits with 1 if any fails. */
export async function doctor(io: DoctorIo): Promise<Outcome> {
  const settings = readAll(io);
  const findings = [
    ...lookAtMachine(machineOf(io)),
    ...judgeSettings(settings),
    ...(settings.ok ? await lookAround(settings.value.config, io) : []),
  ];
  const isWell = findings.every(({ status }) => status !== 'fail');
  const line = findings.map(lineOf).join('');
  return ok({ line, json: { ok: isWell, findings }, notes: [], exitCode: isWell ? 0 : EXIT_CODES.configuration });
}

function readAll({ env, cwd }: DoctorIo): Result<Settings, SettingsFailure> {
  const resources = openResources();
  const texts = createTexts(openPacks(resources));
  return readSettings({ env, cwd: cwd(), resources, texts, readFile: readTextFile });
}

function judgeSettings(settings: Result<Settings, SettingsFailure>): readonly Finding[] {
  if (!settings.ok) return settings.failure.problems.map((line) => failure('config', SAID.configProblem(line)));
  const { warnings } = settings.value;
  if (warnings.length === 0) return [fine('config', SAID.config)];
  return warnings.map((line) => warning('config', SAID.configWarning(line)));
}

/** All at once: each waits for somebody else. */
async function lookAround(config: Config, { getgid }: DoctorIo): Promise<readonly Finding[]> {
  const nothing = { clocks: [] };
  const store = bounded('store', lookAtStore(config), (finding) => ({ ...nothing, findings: [finding] }));
  const server = bounded('server', lookAtServer(config), (finding) => ({ ...nothing, findings: [finding] }));
  const alone = (check: CheckName, look: Promise<readonly Finding[]>) => bounded(check, look, (finding) => [finding]);
  const found = await Promise.all([
    alone('data', lookAtFolder(config, getgid?.() ?? null)),
    alone('disk', lookAtDisk(config)),
    store.then(({ findings }) => findings),
    alone('mail', lookAtMail(config)),
    alone('dns', lookAtNames(config)),
    server.then(({ findings }) => findings),
  ]);
  const clocks = [...(await store).clocks, ...(await server).clocks];
  return [...found.flat(), ...judgeClocks(clocks)];
}

/** Ends a check whatever it meets, so that the others have their say. */
async function bounded<Seen>(
  check: CheckName,
  look: Promise<Seen>,
  instead: (finding: Finding) => Seen,
): Promise<Seen> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Seen>((resolve) => {
    const said = SAID.tooLong(LONGEST_CHECK_MS / 1000);
    timer = setTimeout(() => resolve(instead(failure(check, said))), LONGEST_CHECK_MS);
  });
  const broken = (error: unknown) => instead(failure(check, SAID.broken(systemCode(error))));
  try {
    return await Promise.race([look.catch(broken), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function machineOf({ versions, platform, arch, report, getuid }: DoctorIo): Machine {
  // Otherwise the report asks DNS for the name of every machine we are connected to.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return {
    ...{ version: about.version, node: versions.node, platform: `${platform} ${arch}`, uid: getuid?.() ?? null },
    descriptors: Number.isNaN(soft) ? null : soft,
  };
}

function lineOf({ check, status, message, hint }: Finding): string {
  return `${status.padEnd(4)}  ${check.padEnd(CHECK_WIDTH)} ${message}${hint === null ? '' : `; hint: ${hint}`}\n`;
}
