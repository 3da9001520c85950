import { readFileSync } from 'node:fs';
import type { Config } from '#src/config/config.ts';
import { DEFAULT_PATH, type LoadedConfig, loadConfig } from '#src/config/load.ts';
import { problemText } from '#src/config/problem.ts';

export const defaultText = readFileSync(new URL(`../../${DEFAULT_PATH}`, import.meta.url), 'utf8');

/** 32 bytes that a generator drew once, for tests alone. */
export const sampleSecret = 'mC1d6xKkU0w3dCq5oXyVf8Ehb7RzTn2LsGJ4pQaWvIY=';

/** What it was before. */
export const olderSecret = 'Zt4qv0bX2m9cVJ8sKqPn1LxRe7hGfYwDa5uTi3oB6kE=';
export const oldestSecret = '9fA2c7E1b04D6e83F5a1C8d27b90E4f6a3B1c5D7e9F02a4B6c8D0e1F3a5B7c94';

export interface Sample {
  readonly env?: Readonly<Record<string, string>>;
  /** A YAML of the operator's own, named by HUSHLINK_CONFIG. */
  readonly own?: string;
  /** More files, by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly defaultText?: string;
}

/** Loads a configuration from texts, started in '/srv', without touching a disk. */
export function load(sample: Sample) {
  const files: Record<string, string> = { ...sample.files };
  if (sample.own !== undefined) files['/srv/own.yaml'] = sample.own;
  return loadConfig({
    env: sample.own === undefined ? { ...sample.env } : { HUSHLINK_CONFIG: 'own.yaml', ...sample.env },
    readFile: (path) => files[path] ?? missing(path),
    defaultText: sample.defaultText ?? defaultText,
    cwd: '/srv',
  });
}

export function loaded(sample: Sample = {}): LoadedConfig {
  const result = load(sample);
  if (!result.ok) throw new Error(result.failure.problems.map(problemText).join('\n'));
  return result.value;
}

export function configOf(sample: Sample = {}): Config {
  return loaded(sample).config;
}

/** The lines an operator reads when the start is refused; empty when it is not. */
export function refusals(sample: Sample): readonly string[] {
  const result = load(sample);
  return result.ok ? [] : result.failure.problems.map(problemText);
}

function missing(path: string): never {
  throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
}
