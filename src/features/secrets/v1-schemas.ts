import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';
import { KEY_FORM } from './key-input.ts';
import type { V1BurnedWire, V1MetadataWire, V1SecretWire } from './v1-wire.ts';

const text = z.string();
const whole = z.int();
const key = text.regex(KEY_FORM);

export const v1Metadata = wire<V1MetadataWire>()(
  z.object({
    custid: text,
    metadata_key: key,
    secret_key: z.exactOptional(z.union([key, z.literal('')])),
    ttl: whole,
    metadata_ttl: whole,
    secret_ttl: z.exactOptional(whole.nullable()),
    state: z.enum(['new', 'viewed', 'received', 'burned']),
    updated: whole,
    created: whole,
    received: z.exactOptional(whole),
    recipient: z.array(text),
    share_domain: text,
    passphrase_required: z.boolean(),
    value: z.exactOptional(text),
  }),
);

export const v1Generated = v1Metadata.extend({ value: text });

export const v1Secret = wire<V1SecretWire>()(z.object({ value: text, secret_key: key, share_domain: text }));

export const v1Burned = wire<V1BurnedWire>()(z.object({ state: v1Metadata, secret_shortkey: text }));

export const v1Nominal = z.object({ status: z.literal('nominal'), locale: text });

/** Every refusal of v1: `message` is part of the contract. */
export const v1Refusal = z.object({
  message: text,
  secret_key: z.exactOptional(text),
  incident: z.exactOptional(text),
});
