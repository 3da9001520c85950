import { olderSecret, oldestSecret, type Sample, sampleSecret } from './load-sample.ts';

/** Secrets come by the environment. */
const everySecret = {
  HUSHLINK_SITE_SECRET: sampleSecret,
  HUSHLINK_SITE_PREVIOUS_SECRETS: `${olderSecret},${oldestSecret}`,
  HUSHLINK_STORE: 'redis://app:hunter2@cache:6379/3',
  HUSHLINK_MAIL_SMTP: 'smtps://robin:tr0mb0ne@[2001:db8::25]',
  HUSHLINK_INCOMING_PASSPHRASE: 'barnacle',
  HUSHLINK_BILLING_STRIPE_KEY: 'sk_test_mackerel',
  HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_anchovy',
};

/** Words of which none may be printed. */
export const secretWords = [
  'hunter2',
  'tr0mb0ne',
  'barnacle',
  'mackerel',
  'anchovy',
  sampleSecret,
  olderSecret,
  oldestSecret,
];

/** A site that has changed every key. */
export const everyKey: Sample = {
  env: everySecret,
  own: `
data: /var/lib/hushlink
store: { wait_replicas: 2 }
site:
  host: "hush.example.org:8443"
  scheme: https
  name: Ours
  tagline: "Once: no more"
  banner: '<a href="/x">#1</a>'
  support_host: support.example.org
  source_url: https://code.example.org/hushlink
  self_hosting_url: https://code.example.org/hushlink/self-hosting
  contribution_address: words@example.org
  launched: 2012
  translated_since: 2015
  translators: [{ language: de, name: quiet-otter, url: "https://otter.example.org", date: June 2021 }]
listen: { port: 8080, host: 0.0.0.0, drain: 5, drain_delay: 10s, trusted_proxies: [10.0.0.0/8, "::1"], internal_port: 8081, internal_host: 10.0.0.7 }
secrets:
  default_ttl: 1h
  ttl_options: [5m, 1h]
  sender_copy: 0
  redelivery: 5
  passphrase: { tries: 3, first_delay: 2, max_delay: 40, max_lock: 2h, required: true, min_length: 8 }
  create: { allowed: signed-in, networks: [192.0.2.0/24, 2001:db8::/32] }
  generated: { length: 20, character_sets: [digits, lowercase] }
plans:
  enabled: true
  anonymous: { ttl: 1d, size: 100 }
  basic: { ttl: 2d, size: 200, api: true, email: false, custom_domains: true, rate_factor: 2 }
  paid:
    - id: team
      name: Team
      featured: true
      coming: true
      monthly: { dollars: 9.5, stripe_price: price_1Month, payment_link: "https://pay.example.org/month" }
      annually: { dollars: 95, stripe_price: price_1Year, payment_link: "https://pay.example.org/year" }
      description: For teams
      features: [Shared domains]
      stripe_product: prod_1Team
      ttl: 3d
      size: 300
      api: false
      email: false
      custom_domains: false
      rate_factor: 0
billing: { stripe_origin: "http://127.0.0.1:12111" }
legal:
  enabled: false
  folder: /etc/hushlink/legal
  provider: Our Company
  contact_address: hello@example.org
  security_address: security@example.org
  law: "the Province of Somewhere"
  courts: Sometown
  supported_versions: [{ versions: 0.18.x and later, supported: true }]
  minimum_age: 16
  address_days: 31
  backup_days: 15
  cancelled_days: 91
  deletion_days: 32
  copy_days: 92
  notice_days: 33
  complaint_days: 46
  acknowledge_days: 6
  assess_days: 16
  update_days: 8
authentication:
  enabled: false
  signup: false
  signin: false
  autoverify: true
  signup_domains: []
  colonels: [robin@example.org]
  session_ttl: 2h
  remember_ttl: 2d
  reset_ttl: 10m
  verification_ttl: 1d
  tries: 5
  address_tries: 50
  first_delay: 2
  max_delay: 60
  argon2: { memory_kib: 131072, passes: 4, lanes: 2 }
api: { enabled: false, cors_origins: [https://app.example.org] }
mail: { from: "Ours <no-reply@hush.example.org>", links_per_day: 5, tries: 3 }
feedback: { enabled: false, red_button: true, captcha_max_number: 5000, unchecked_per_day: 0 }
domains:
  enabled: true
  cluster_host: cluster.example.org
  cluster_ip: 192.0.2.7
  cluster_name: ours-1
  per_customer: 3
  resolvers: [9.9.9.9, "127.0.0.1:5353", "[2001:db8::1]:53"]
  dns_timeout: 2
  monitor_interval: 2h
  tls_port: 8443
  private_networks: [10.0.0.0/8]
regions:
  enabled: true
  current: US
  jurisdictions:
    - { identifier: EU, display_name: European Union, domain: eu.hush.example.org, icon: flag }
    - { identifier: US, display_name: "United States: east", domain: "hush.example.org:8443" }
incoming: { recipient: support@example.org, ttl: 1d, per_hour: 2, captcha: true }
limits:
  body_bytes: 2MiB
  enabled: false
  window: 10s
  per_address: { create: 1, reveal: 2, sender: 3, account: 4, feedback: 5, payment: 6, other: 7 }
  per_account: { create: 11, reveal: 12, sender: 13, account: 14, feedback: 15, payment: 16, other: null }
log: { level: warn, access: false }
locales: { default: pt_BR }
`,
};

/** Keys that no sample can set together with the others. */
export const unset = ['authentication.signup_domains'];
