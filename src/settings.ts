import { readArticles } from './compose/articles.ts';
import { clusterWarnings } from './compose/cluster-warnings.ts';
import { type Change, changeOf } from './config/change.ts';
import { buildConfig, type Config } from './config/config.ts';
import { type ConfigInput, DEFAULT_PATH, loadConfig } from './config/load.ts';
import { problemText } from './config/problem.ts';
import type { KeyValues } from './config/schema.ts';
import type { Texts } from './i18n/texts.ts';
import type { ArticleFile } from './markdown/article-files.ts';
import type { Resources } from './resources.ts';
import { fail, ok, type Result } from './result.ts';

/** All that an operator can set, checked: the configuration and the texts that it names. */
export interface Settings {
  readonly values: KeyValues;
  readonly config: Config;
  readonly articles: readonly ArticleFile[];
  /** For the operator, one line each. */
  readonly warnings: readonly string[];
}

export interface SettingsFailure {
  readonly kind: 'settings';
  /** One line each, with file, line and key where there are such. */
  readonly problems: readonly string[];
}

export interface SettingsInput extends Omit<ConfigInput, 'defaultText'> {
  readonly resources: Resources;
  readonly texts: Texts;
}

/** What a server would start with. */
export function readSettings(input: SettingsInput): Result<Settings, SettingsFailure> {
  const loaded = loadAll(input);
  return loaded.ok ? complete(loaded.value.config, loaded.value, input) : loaded;
}

/** What a running server would go on with; keys that need a restart stay as they are. */
export function readChange(
  running: KeyValues,
  input: SettingsInput,
): Result<{ readonly settings: Settings; readonly change: Change }, SettingsFailure> {
  const loaded = loadAll(input);
  if (!loaded.ok) return loaded;
  const { warnings, values } = loaded.value;
  const change = changeOf(running, values);
  const settings = complete(buildConfig(change.values, input.cwd), { values: change.values, warnings }, input);
  return settings.ok ? ok({ settings: settings.value, change }) : settings;
}

function loadAll({ resources, ...input }: SettingsInput) {
  const loaded = loadConfig({ ...input, defaultText: resources.text(DEFAULT_PATH) });
  return loaded.ok ? loaded : refused(loaded.failure.problems.map(problemText));
}

function complete(
  config: Config,
  { values, warnings }: Pick<Settings, 'values' | 'warnings'>,
  { texts, resources }: SettingsInput,
): Result<Settings, SettingsFailure> {
  const { default: locale } = config.locales;
  if (!texts.locales.includes(locale)) {
    return refused([`There is no language ${locale}; hint: locales.default is one of ${texts.locales}`]);
  }
  const articles = readArticles(config, texts, resources);
  if (!articles.ok) return refused(articles.failure.problems);
  return ok({ values, warnings: [...warnings, ...clusterWarnings(config)], config, articles: articles.value });
}

function refused(problems: readonly string[]) {
  return fail({ kind: 'settings' as const, problems });
}
