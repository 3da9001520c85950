import { resolve } from 'node:path';
import type { KeyValues } from './schema.ts';

/** The part of the configuration that the information pages show. What a value means stands in config/hushlink.yaml. */
export interface WordsConfig {
  readonly words: {
    /** `host[:port]`. */
    readonly supportHost: string | null;
    readonly sourceUrl: string | null;
    readonly selfHostingUrl: string | null;
    readonly contributionAddress: string | null;
    /** Years. */
    readonly launched: number | null;
    readonly translatedSince: number | null;
    readonly translators: readonly Translator[];
    /** Whom people can write to, whether there are legal pages or not. */
    readonly contactAddress: string | null;
  };
  /** null: there are no such pages. */
  readonly legal: LegalConfig | null;
}

/** In the names of the YAML. */
export type Translator = KeyValues['site.translators'][number];

export interface LegalConfig {
  /** Absolute; null: our own pages. */
  readonly folder: string | null;
  readonly provider: string;
  /** Whether somebody has put a name to the pages; else they speak in the name of the site. */
  readonly isProviderNamed: boolean;
  readonly securityAddress: string | null;
  readonly law: string | null;
  readonly courts: string | null;
  readonly supportedVersions: KeyValues['legal.supported_versions'];
  /** The numbers that the pages promise, under the last part of their key: `address_days`. */
  readonly promises: Readonly<Record<LegalPromise, number>>;
}

/** Years of age, else days or business days. */
const LEGAL_PROMISES = [
  ...(['minimum_age', 'address_days', 'backup_days', 'cancelled_days', 'deletion_days', 'copy_days'] as const),
  ...(['notice_days', 'complaint_days', 'acknowledge_days', 'assess_days', 'update_days'] as const),
] as const;

export type LegalPromise = (typeof LEGAL_PROMISES)[number];

/** Paths are relative to `cwd`. */
export function buildWords(values: KeyValues, cwd: string): WordsConfig {
  return {
    words: {
      supportHost: values['site.support_host'],
      sourceUrl: values['site.source_url'],
      selfHostingUrl: values['site.self_hosting_url'] ?? values['site.source_url'],
      contributionAddress: values['site.contribution_address'],
      launched: values['site.launched'],
      translatedSince: values['site.translated_since'],
      translators: values['site.translators'],
      contactAddress: values['legal.contact_address'],
    },
    legal: values['legal.enabled'] ? buildLegal(values, cwd) : null,
  };
}

function buildLegal(values: KeyValues, cwd: string): LegalConfig {
  const folder = values['legal.folder'];
  const promises = LEGAL_PROMISES.map((name) => [name, values[`legal.${name}`]] as const);
  return {
    folder: folder === null ? null : resolve(cwd, folder),
    provider: values['legal.provider'] ?? values['site.name'],
    isProviderNamed: values['legal.provider'] !== null,
    securityAddress: values['legal.security_address'],
    law: values['legal.law'],
    courts: values['legal.courts'],
    supportedVersions: values['legal.supported_versions'],
    promises: Object.fromEntries(promises) as Record<LegalPromise, number>,
  };
}
