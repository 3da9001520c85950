import type { ClusterWire, DomainWire, VhostWire } from '#src/features/domains/domain-wire.ts';
import type { Page } from '#views/page-props.ts';
import type { WorkspaceProps } from '#views/workspace/workspace-props.ts';
import { nowMs } from './sample-pages.ts';
import { customer, form, plan, renderSignedIn } from './sample-workspace.ts';

export const nowSeconds = nowMs / 1000;

export const cluster: ClusterWire = {
  cluster_ip: '192.0.2.44',
  cluster_host: 'edge.hush.example.org',
  cluster_name: 'Hushlink',
};

export function vhost(status: string, changes: Partial<VhostWire> = {}): VhostWire {
  return {
    ...{ status, status_message: 'DNS points to another address', incoming_address: 'vault.example.net' },
    ...{ target_address: 'edge.hush.example.org', dns_pointed_at: '198.51.100.7' },
    ...{ ssl_active_until: '2027-02-14T08:00:00.000Z', has_ssl: false },
    ...{ last_monitored_unix: nowSeconds - 120, last_monitored_humanized: '2 minutes ago' },
    ...changes,
  };
}

/** A subdomain, added five hours ago and not looked at yet. */
export function domain(changes: Partial<DomainWire> = {}): DomainWire {
  return {
    ...{ identifier: 'd1', display_domain: 'vault.example.net', base_domain: 'example.net', trd: 'vault' },
    ...{ is_apex: false, txt_validation_host: '_hush-challenge.vault', txt_validation_value: '7c1e90b4d2a84f63' },
    ...{ created: nowSeconds - 5 * 3600, updated: nowSeconds - 60, vhost: null, verified: false },
    ascii_domain: 'vault.example.net',
    brand: { name: '', accent: '', before_reveal: '', after_reveal: '', home: false, logo_url: null },
    ...changes,
  };
}

export const apex = domain({
  ...{ identifier: 'd2', display_domain: 'example.org', ascii_domain: 'example.org', base_domain: 'example.org' },
  ...{ trd: '', is_apex: true, txt_validation_host: '_hush-challenge' },
});

type Props<Name> = Omit<Extract<WorkspaceProps, { screen: Name }>, 'form' | 'screen'>;

export function domainsPage(changes: Partial<Props<'domains'>> = {}): Page {
  const props = { screen: 'domains', form, domains: [], error: null, notice: null, ...changes } as const;
  return page(props, props.domains.length);
}

export function addPage(changes: Partial<Props<'domain-add'>> = {}): Page {
  return page({ screen: 'domain-add', form, typed: '', example: 'secrets.example.com', error: null, ...changes });
}

export function verifyPage(changes: Partial<Props<'domain-verify'>> = {}): Page {
  return page({ screen: 'domain-verify', form, domain: domain(), cluster, error: null, notice: null, ...changes });
}

function page(props: WorkspaceProps, count = 0): Page {
  return { name: 'workspace', props, recordCount: 6, domains: { count, names: [] } };
}

/** As a customer sees it whose plan has custom domains. */
export function renderWithDomains(drawn: Page, changes: Parameters<typeof renderSignedIn>[1] = {}): string {
  const withDomains = { ...plan, options: { ...plan.options, custom_domains: true } };
  const mine = { plan: withDomains, customer: { ...customer, plan: withDomains } };
  return renderSignedIn(drawn, { domains_enabled: true, ...mine, ...changes });
}
