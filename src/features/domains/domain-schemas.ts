import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';
import type { BrandWire, DomainDetailsWire, DomainWire, VhostWire } from './domain-wire.ts';

const text = z.string();
const isTrue = z.boolean();
const whole = z.int();

export const vhost = wire<VhostWire>()(
  z.object({
    status: text,
    status_message: text,
    incoming_address: text,
    target_address: text,
    dns_pointed_at: text,
    ssl_active_until: text.nullable(),
    has_ssl: isTrue,
    last_monitored_unix: whole,
    last_monitored_humanized: text,
  }),
);

export const brand = wire<BrandWire>()(
  z.object({
    name: text,
    accent: text,
    before_reveal: text,
    after_reveal: text,
    home: isTrue,
    logo_url: text.nullable(),
  }),
);

export const domain = wire<DomainWire>()(
  z.object({
    identifier: text,
    display_domain: text,
    base_domain: text,
    trd: text,
    is_apex: isTrue,
    txt_validation_host: text,
    txt_validation_value: text,
    created: whole,
    updated: whole,
    vhost: vhost.nullable(),
    verified: isTrue,
    ascii_domain: text,
    brand,
  }),
);

const cluster = z.object({ cluster_ip: text.nullable(), cluster_host: text, cluster_name: text });

export const domainDetails = wire<DomainDetailsWire>()(z.object({ cluster, now: whole }));

/** A picture beside the fields of a form. */
export const logoForm = z.object({ logo: z.file() });
