import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import type { Page, PageBrand } from '#views/page-props.ts';
import { form } from './sample-workspace.ts';

export const domain: DomainWire = {
  ...{ identifier: '0123456789abcdef0123', display_domain: 'secrets.example.com', base_domain: 'example.com' },
  ...{ trd: 'secrets', is_apex: false, txt_validation_host: '_hush-challenge.secrets', txt_validation_value: 'a1b2' },
  ...{ created: 1_700_000_000, updated: 1_700_000_000, vhost: null, verified: true },
  ascii_domain: 'secrets.example.com',
  brand: { name: '', accent: '', before_reveal: '', after_reveal: '', home: false, logo_url: null },
};

export const pageBrand: PageBrand = {
  siteUrl: 'https://hush.example.org/',
  ...{ name: 'Harbour Bank', stylesheet: '/brand/1d7a46.css', logo: '/brand/0123456789abcdef0123/aa' },
  ...{ beforeReveal: 'Call us <first>.\nThank you.', afterReveal: 'Goodbye.' },
};

interface BrandPageChanges {
  readonly brand?: Partial<DomainWire['brand']>;
  readonly error?: { readonly field: string | null; readonly message: string };
  readonly notice?: string;
}

/** The screen where a domain gets its face. */
export function appearancePage({ brand, error, notice }: BrandPageChanges = {}): Page {
  const props = { domain: { ...domain, brand: { ...domain.brand, ...brand } }, error: error ?? null };
  return {
    name: 'workspace',
    props: { screen: 'domain-brand', form, ...props, notice: notice ?? null },
    recordCount: 0,
    domains: { count: 1, names: [] },
  };
}
