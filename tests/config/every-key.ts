import { type Sample, sampleSecret } from './load-sample.ts';

/** Secrets come by the environment. */
const everySecret = {
  HUSHLINK_SITE_SECRET: sampleSecret,
  HUSHLINK_STORE: 'redis://app:hunter2@cache:6379/3',
  HUSHLINK_MAIL_SMTP: 'smtps://robin:tr0mb0ne@[2001:db8::25]',
  HUSHLINK_INCOMING_PASSPHRASE: 'barnacle',
};

/** Words of which none may be printed. */
export const secretWords = ['hunter2', 'tr0mb0ne', 'barnacle', sampleSecret];

/** A site that has changed every key. */
export const everyKey: Sample = {
  env: everySecret,
  own: `
data: /var/lib/hushlink
site: { host: "hush.example.org:8443", scheme: https, name: Ours, tagline: "Once: no more", banner: '<a href="/x">#1</a>' }
listen: { port: 8080, host: 0.0.0.0, drain: 5, trusted_proxies: [10.0.0.0/8, "::1"], internal_port: 8081, internal_host: 10.0.0.7 }
secrets:
  default_ttl: 1h
  ttl_options: [5m, 1h]
  sender_copy: 0
  passphrase: { tries: 3, first_delay: 2, max_delay: 40, max_lock: 2h, required: true, min_length: 8 }
  create: { allowed: signed-in, networks: [192.0.2.0/24, 2001:db8::/32] }
  generated: { length: 20, character_sets: [digits, lowercase] }
plans: { anonymous: { ttl: 1d, size: 100 }, basic: { ttl: 2d, size: 200 } }
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
api: { enabled: false }
mail: { from: "Ours <no-reply@hush.example.org>", links_per_day: 5, tries: 3 }
feedback: { enabled: false, captcha_max_number: 5000, unchecked_per_day: 0 }
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
limits: { body_bytes: 2MiB }
log: { level: warn }
locales: { default: pt_BR }
`,
};

/** Keys that no sample can set together with the others. */
export const unset = ['authentication.signup_domains'];
