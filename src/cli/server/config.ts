import { stringify } from 'yaml';
import { DEFAULT_PATH, type LoadedConfig, loadConfig } from '#src/config/load.ts';
import { maskedConfig } from '#src/config/mask.ts';
import { problemText } from '#src/config/problem.ts';
import { readTextFile } from '#src/config/read-text.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { keptSecretProblems } from '#src/open-seal.ts';
import { openResources } from '#src/resources.ts';
import { ok, type Result } from '#src/result.ts';
import { readSettings } from '#src/settings.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import { TEXTS } from '../texts.ts';

/** What commands that work on a server's configuration touch of the outside. */
export interface ConfigIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * `hushlink config check`: every problem on a line of its own, as the start would refuse it. In the data folder only
 * the site secret belongs to the configuration; `hushlink doctor` looks at the rest.
 */
export async function checkConfig(io: ConfigIo): Promise<Outcome> {
  const resources = openResources();
  const texts = createTexts(openPacks(resources));
  const read = readSettings({ env: io.env, cwd: io.cwd(), readFile: readTextFile, resources, texts });
  if (!read.ok) return failed('configuration', TEXTS.config.problems(read.failure.problems));
  const { config, warnings } = read.value;
  const kept = await keptSecretProblems(config);
  if (kept.length > 0) return failed('configuration', TEXTS.config.problems(kept.map(problemText)));
  return ok({
    line: '',
    json: { ok: true, warnings },
    notes: [...warnings.map(TEXTS.config.warning), TEXTS.config.fine],
  });
}

/** `hushlink config show`: what is in effect, under the names of the YAML. */
export async function showConfig(io: ConfigIo): Promise<Outcome> {
  const loaded = loadForServer(io);
  if (!loaded.ok) return loaded;
  const shown = maskedConfig(loaded.value.values, loaded.value.config);
  // Each value on one line, to be found by grep.
  return ok({ line: stringify(shown, { lineWidth: 0 }), json: shown, notes: [] });
}

/** The configuration that `hushlink serve` would start with. */
export function loadForServer(io: ConfigIo): Result<LoadedConfig, CliFailure> {
  const loaded = loadConfig({
    env: io.env,
    cwd: io.cwd(),
    readFile: readTextFile,
    defaultText: openResources().text(DEFAULT_PATH),
  });
  if (loaded.ok) return ok(loaded.value);
  return failed('configuration', TEXTS.config.problems(loaded.failure.problems.map(problemText)));
}
