import { z } from 'zod';
import type { ComposeDeps } from '#src/compose.ts';
import { accountApi } from '#src/features/accounts/account-operations.ts';
import { colonelApi } from '#src/features/colonel/colonel-operations.ts';
import { domainApi } from '#src/features/domains/domain-operations.ts';
import { feedbackApi } from '#src/features/feedback/feedback-operations.ts';
import type { ReferencePagesDeps } from '#src/features/pages/reference-pages.ts';
import { siteApi } from '#src/features/pages/site-operations.ts';
import { secretApi } from '#src/features/secrets/secret-operations.ts';
import { v1StatusOf } from '#src/features/secrets/v1-http.ts';
import { v1Api } from '#src/features/secrets/v1-operations.ts';
import { v1Refusal } from '#src/features/secrets/v1-schemas.ts';
import type { Answers } from '#src/http/answers.ts';
import { type RefusalKind, wireOf } from '#src/http/refusals.ts';
import { flattenPack } from '#src/i18n/packs.ts';
import { buildDocument } from '#src/openapi/document.ts';
import type { Face } from '#src/openapi/face.ts';
import type { OpenApiDocument } from '#src/openapi/json.ts';
import type { Described } from '#src/openapi/operation.ts';
import { buildReference, type SiteInForce } from '#src/openapi/reference.ts';
import { createApiText } from '#src/openapi/texts.ts';
import type { Resources } from '#src/resources.ts';
import type { ReferenceProps } from '#views/docs/reference-props.ts';
import type { Page } from '#views/page-props.ts';

/** Every feature with a face in the API. */
const DESCRIBED: readonly Described[] = [secretApi, accountApi, domainApi, siteApi, feedbackApi, colonelApi, v1Api];

/** A refusal of v2: `Answers.refuseJson` writes it. */
const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  error_type: z.string(),
  field: z.exactOptional(z.string()),
  retry_after: z.exactOptional(z.int()),
  tries_left: z.exactOptional(z.int()),
  incident: z.exactOptional(z.string()),
  shrimp: z.string(),
});

/** What can happen to any call: before its route is found, or because the store or the server fails. */
const COMMON: readonly RefusalKind[] = [
  ...(['malformed', 'not-authorized', 'not-found', 'body-too-large', 'unsupported-media-type'] as const),
  'unknown-host',
  'busy',
  'api-off',
  'plan-without-api',
  'rate-limited',
  'store-away',
  'store-uncertain',
  'unexpected',
];

const v2: Face = {
  base: '/api/v2',
  error: { name: 'Error', schema: refusal },
  common: COMMON,
  ofPosts: ['bad-shrimp'],
  wireOf: (kind) => ({ status: wireOf(kind).status, types: [wireOf(kind).errorType] }),
  hasSessions: true,
};

/** Programs read the status and the words of a refusal, which has no type here. */
const v1: Face = {
  base: '/api/v1',
  error: { name: 'V1Error', schema: v1Refusal },
  common: COMMON,
  ofPosts: [],
  wireOf: (kind) => ({ status: v1StatusOf(kind), types: [] }),
  hasSessions: false,
};

/** What belongs to no version: nobody is asked who they are. */
const site: Face = {
  ...v2,
  base: '/api',
  // An unknown host may be a customer's domain, which is looked up in the store.
  common: ['malformed', 'not-found', 'unknown-host', 'store-away', 'store-uncertain', 'unexpected'],
  hasSessions: false,
};

/** The API of this release: the same on every site. Both are made when first asked for. */
export interface DescribedApi {
  /** In the words of OpenAPI. */
  readonly document: () => OpenApiDocument;
  /** To be read. */
  readonly reference: (site: SiteInForce) => ReferenceProps;
}

export function describeApi(resources: Pick<Resources, 'text'>, version: string): DescribedApi {
  const text = onFirstCall(() => createApiText(flattenPack(JSON.parse(resources.text('locales/api/en.json')))));
  const document = onFirstCall(() =>
    buildDocument({ described: DESCRIBED, faces: [v2, site, v1], text: text(), version }),
  );
  return { document, reference: (site) => buildReference(document(), text(), site) };
}

/** The page about the API as it is on this site. */
export function composeReference({ config, describedApi }: ComposeDeps, answers: Answers): ReferencePagesDeps {
  const site = { isOpen: config.api.isEnabled, rates: config.limits };
  const page = onFirstCall<Page>(() => ({ name: 'reference', props: describedApi.reference(site) }));
  return { answers, page };
}

function onFirstCall<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
