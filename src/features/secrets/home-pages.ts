import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Refusal } from '#src/http/refusals.ts';
import { wireOf } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import type { CreateFormProps, FormError } from '#views/page-props.ts';
import { refusalOf } from './refusals-http.ts';
import { formErrorOf, inputRules, type SecretFaceDeps } from './secret-http.ts';
import { flatFields, readConceal, readTtl } from './secret-input.ts';

/** The creation form and what a browser without JavaScript posts from it. */
export function createHomePages(deps: SecretFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const get: RequestHandler = (request, response) => showForm(deps, request, response, null);
  addRoute(router, '/', { get, post: createFromForm(deps) }, deps.answers.refusePage);
  return router;
}

function createFromForm(deps: SecretFaceDeps): RequestHandler {
  return async (request, response) => {
    const showError = (refusal: Refusal) => showForm(deps, request, response, refusal);
    if (deps.antiForgery.isForged(request, response)) return showError({ kind: 'bad-shrimp' });
    const input = readConceal(asTyped(request.body), inputRules(deps, request));
    if (!input.ok) return showError(refusalOf(input.failure));
    const concealed = await deps.service.conceal({ ...input.value, truncates: true });
    if (!concealed.ok) return showError(refusalOf(concealed.failure));
    response.redirect(303, `/private/${concealed.value.metadataKey}`);
  };
}

/** Browsers post every line end as CRLF, whatever was typed or pasted. */
function asTyped(body: unknown): Record<string, unknown> {
  const fields = flatFields(body);
  const { secret } = fields;
  return typeof secret === 'string' ? { ...fields, secret: secret.replaceAll('\r\n', '\n') } : fields;
}

function showForm(deps: SecretFaceDeps, request: Request, response: Response, refusal: Refusal | null): void {
  const error = formErrorOf(deps, request, response, refusal);
  const props = { tagline: deps.tagline, form: formProps(deps, request, error) };
  deps.answers.page(request, response, { name: 'home', props }, refusal ? wireOf(refusal.kind).status : 200);
}

function formProps(deps: SecretFaceDeps, request: Request, error: FormError | null): CreateFormProps {
  const { host } = request.headers;
  const rules = inputRules(deps, request);
  const typed = asTyped(request.body);
  const ttl = readTtl(typed.ttl, rules);
  const fallback = readTtl(undefined, rules);
  return {
    action: '/',
    maxContentChars: deps.maxContentChars,
    ttlOptionsSeconds: deps.ttlOptionsSeconds.filter((seconds) => seconds <= rules.maxTtlSeconds),
    ttlSeconds: ttl.ok ? ttl.value : fallback.ok ? fallback.value : rules.maxTtlSeconds,
    linkPrefix: `${deps.address.originFor(host)}/secret/`,
    host: deps.address.hostFor(host),
    secret: typeof typed.secret === 'string' ? typed.secret : '',
    isPrefilled: false,
    error,
  };
}
