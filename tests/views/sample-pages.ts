import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type {
  PrivateDetailsWire,
  PrivateRecordWire,
  RecipientDetailsWire,
  RecipientRecordWire,
} from '#src/features/secrets/secret-wire.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { openResources } from '#src/resources.ts';
import { renderPage } from '#views/page.tsx';
import type { PageAssets } from '#views/page-assets.ts';
import type { CreateFormProps, Page, PageContext, PrivateProps, SecretProps } from '#views/page-props.ts';

export const secretKey = '6r1vwq0d8h3kzn5t2xmcy9ep4a0bcd1';
export const metadataKey = 'm1m2m3m4m5m6m7m8m9m0mambmcmdme1';
export const nowMs = Date.UTC(2026, 10, 21, 9, 14, 9);
const nowSeconds = nowMs / 1000;
const endedSeconds = Date.UTC(2026, 10, 20, 8, 2, 9) / 1000;

export const assets: PageAssets = {
  stylesheet: '/static/build/style-AAAAAAAA.css',
  earlyScript: '/static/build/early-AAAAAAAA.js',
  favicon: '/static/favicon.svg',
  mountScript: '/static/build/mount-AAAAAAAA.js',
  mountPreloads: ['/static/build/chunk-AAAAAAAA.js'],
  islandScripts: { 'create-form': ['/static/build/create-AAAAAAAA.js'], reveal: ['/static/build/reveal-AAAAAAAA.js'] },
  packs: { en: '/static/build/texts-en-AAAAAAAA.js' },
  islandPacks: { workspace: { en: '/static/build/workspace-en-AAAAAAAA.js' } },
};

export const t = createTexts(openPacks(openResources())).translator('en');

export const context: PageContext = {
  ...{ locale: 'en', lang: 'en', dir: 'ltr', siteName: 'Hushlink', version: '1.2.3', year: 2026, path: '/', nowMs },
  siteHost: 'hush.example.org',
  siteUrl: 'https://hush.example.org/',
  shrimp: 'shrimp-token',
  globals: anonymousGlobals(),
  brand: null,
  hasLegalPages: true,
  upgrade: null,
  languages: [{ code: 'en', tag: 'en', name: 'English' }],
};

function anonymousGlobals(): SiteGlobalsWire {
  const options = { name: 'Anonymous', custom_domains: false, ttl: 604_800, size: 10_000, api: false, email: false };
  return {
    ...{ authenticated: false, authentication: { enabled: true, signup: true, signin: true }, customer: null },
    ...{ plan: { planid: 'anonymous', options }, metadata_record_count: 0, custom_domains_record_count: 0 },
    ...{
      form_fields: null,
      domains_enabled: false,
      custom_domains: [],
      site_host: 'hush.example.org',
      incoming_recipient: null,
    },
    ...{
      plans_enabled: false,
      api_enabled: true,
      support_host: null,
      global_banner: null,
      version: '1.2.3',
      feedback_enabled: true,
    },
    ...{ regions_enabled: false, jurisdictions: [], locales: ['en'] },
  };
}

export function render(page: Page, changes: Partial<PageContext> = {}, words = t): string {
  return renderPage(page, { ...context, ...changes }, { t: words, assets });
}

export function homePage(form: Partial<CreateFormProps> = {}, tagline: string | null = null): Page {
  const plain: CreateFormProps = {
    ...{ action: '/', maxContentChars: 10_000, ttlOptionsSeconds: [300, 3600, 86_400, 604_800], ttlSeconds: 604_800 },
    ...{ linkPrefix: 'https://hush.example.org/secret/', host: 'hush.example.org', customDomains: [], shareDomain: '' },
    ...{ secret: '', passphrase: '', hasRecipient: false, recipient: '', minPassphraseChars: 0, error: null },
  };
  return { name: 'home', props: { tagline, notice: null, form: { ...plain, ...form }, closed: null } };
}

export const privateRecord: PrivateRecordWire = {
  ...{ key: metadataKey, identifier: metadataKey, shortkey: 'm1m2m3m4', secret_shortkey: '6r1vwq', custid: 'anon' },
  ...{ state: 'new', created: nowSeconds - 10, updated: nowSeconds, stamp: '', lifespan: 604_800 },
  ...{ secret_ttl: 604_790, metadata_ttl: 1_209_590, share_domain: 'hush.example.org' },
  ...{ recipients: '', show_recipients: false, has_passphrase: false, is_previewed: false, is_viewed: false },
  ...{ is_received: false, is_burned: false, is_expired: false, is_destroyed: false, is_truncated: false },
  share_url: `https://hush.example.org/secret/${secretKey}`,
  metadata_url: `https://hush.example.org/private/${metadataKey}`,
  burn_url: `https://hush.example.org/private/${metadataKey}/burn`,
  ...{ expiration_stamp: '7 days', created_date_utc: '2026-11-21@09:13:59 UTC' },
  share_path: `/secret/${secretKey}`,
  burn_path: `/private/${metadataKey}/burn`,
  metadata_path: `/private/${metadataKey}`,
  ...{ natural_expiration: '7 days', expiration: nowSeconds + 604_790, expiration_in_seconds: 604_790 },
};

const privateDetails: PrivateDetailsWire = {
  ...{
    is_received: false,
    is_burned: false,
    is_destroyed: false,
    received: null,
    burned: null,
    received_date: null,
    received_date_utc: null,
  },
  ...{ burned_date: null, burned_date_utc: null, has_passphrase: false, can_decrypt: false, secret_value: null },
  ...{ display_lines: 0, is_truncated: false, show_secret: false, show_secret_link: true, show_metadata: true },
  ...{ show_metadata_link: true, show_recipients: false, maxviews: 1, view_count: 0, passphrase_failures: 0 },
  ...{ locked_until: null, burned_by: null, shown_until: null },
};

export interface SentChanges {
  readonly record?: Partial<PrivateRecordWire>;
  readonly details?: Partial<PrivateDetailsWire>;
  readonly isFresh?: boolean;
  readonly linkHost?: string;
  readonly error?: PrivateProps['error'];
}

function sent({
  record,
  details,
  isFresh = false,
  error = null,
  linkHost = 'hush.example.org',
}: SentChanges): PrivateProps {
  return {
    record: { ...privateRecord, ...record },
    details: { ...privateDetails, ...details },
    mails: [],
    linkHost,
    isFresh,
    error,
  };
}

export function privatePage(changes: SentChanges = {}): Page {
  return { name: 'private', props: sent(changes) };
}

export function burnPage(changes: SentChanges = {}): Page {
  return { name: 'burn', props: sent(changes) };
}

export const received: SentChanges = {
  record: { is_received: true, is_destroyed: true },
  details: { is_received: true, is_destroyed: true, received: endedSeconds },
};

export const burned: SentChanges = {
  record: { is_burned: true, is_destroyed: true },
  details: { is_burned: true, is_destroyed: true, burned_by: 'sender', burned: endedSeconds },
};

const recipientRecord: RecipientRecordWire = {
  ...{ key: secretKey, secret_key: secretKey, secret_shortkey: '6r1vwq', has_passphrase: false, verification: false },
  ...{ is_truncated: false, original_size: 5, is_owner: false, share_domain: 'hush.example.org', secret_ttl: 604_790 },
};

const recipientDetails: RecipientDetailsWire = {
  ...{ verification: false, is_owner: false, show_secret: false, correct_passphrase: false, display_lines: 4 },
  ...{ one_liner: false, continue: false, tries_left: null, retry_after: 0 },
};

interface SecretChanges {
  readonly record?: Partial<RecipientRecordWire>;
  readonly details?: Partial<RecipientDetailsWire>;
  readonly expiresAtMs?: number;
  readonly error?: SecretProps['error'];
}

export function secretPage({ record, details, expiresAtMs, error = null }: SecretChanges = {}): Page & {
  name: 'secret';
} {
  return {
    name: 'secret',
    props: {
      record: { ...recipientRecord, ...record },
      details: { ...recipientDetails, ...details },
      ...{ host: 'secrets.example.com', expiresAtMs: expiresAtMs ?? nowMs + 604_790_000 },
      ...{ claimant: 'AbCdEfGhIjKlMnOpQrStUv', redeliverySeconds: 60, error },
    },
  };
}

export function recipientBurnPage(isBurned = false): Page {
  const props = { secretKey, secretShortkey: '6r1vwq', hasPassphrase: true, host: 'secrets.example.com' };
  return { name: 'recipient-burn', props: { ...props, isBurned, error: null } };
}

/** The words of a page: no tags, entities decoded, spaces folded. */
export function wordsOf(html: string): string {
  const body = html.slice(html.indexOf('<body>'));
  return decode(
    body
      .replace(/<textarea[^>]*>[\s\S]*?<\/textarea>/g, ' ')
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .replace(/ ([).])/g, '$1')
    .replace(/\( /g, '(');
}

/** The start tags of one element name, each as it is written. */
export function tagsOf(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}[\\s>][^>]*>?`, 'g')) ?? [];
}

/** What a browser would have in a text area: the first line break after the tag is not part of it. */
export function textareaValue(html: string, id: string): string | null {
  const content = new RegExp(`<textarea[^>]* id="${id}"[^>]*>([\\s\\S]*?)</textarea>`).exec(html)?.[1];
  return content === undefined ? null : decode(content.replace(/^\n/, ''));
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
