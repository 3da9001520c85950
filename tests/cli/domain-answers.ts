import type { DomainWire, VhostWire } from '#src/features/domains/domain-wire.ts';

/** As the API answers about a domain that was just added. */
export const freshDomain: DomainWire = {
  identifier: '0123456789abcdef0123',
  display_domain: 'bücher.example',
  base_domain: 'xn--bcher-kva.example',
  trd: '',
  is_apex: true,
  txt_validation_host: '_hush-challenge',
  txt_validation_value: 'k3x9pq00000000000000000000000ab',
  created: 1_769_868_309,
  updated: 1_769_868_309,
  vhost: null,
  verified: false,
  ascii_domain: 'xn--bcher-kva.example',
  brand: { name: '', accent: '', before_reveal: '', after_reveal: '', home: false, logo_url: null },
};

export const vhost: VhostWire = {
  status: 'ACTIVE_SSL',
  status_message: 'DNS points here and the certificate is valid',
  incoming_address: 'secrets.example.com',
  target_address: 'share.example.net',
  dns_pointed_at: '192.0.2.7, 2001:db8::7',
  ssl_active_until: '2026-05-01T12:00:00.000Z',
  has_ssl: true,
  last_monitored_unix: 1_769_868_310,
  last_monitored_humanized: '2 minutes ago',
};

export const provenDomain: DomainWire = {
  ...freshDomain,
  identifier: 'fedcba9876543210fedc',
  display_domain: 'secrets.example.com',
  base_domain: 'example.com',
  trd: 'secrets',
  is_apex: false,
  txt_validation_host: '_hush-challenge.secrets',
  ascii_domain: 'secrets.example.com',
  verified: true,
  vhost,
};

export const details = {
  cluster: { cluster_ip: '192.0.2.7', cluster_host: 'share.example.net', cluster_name: 'EU' },
};
