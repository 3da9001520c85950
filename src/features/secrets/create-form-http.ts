import type { Request, Response } from 'express';
import type { Refusal } from '#src/http/refusals.ts';
import { lineTyped, textTyped, withTypedLines } from '#src/http/typed-fields.ts';
import { fail, type Result } from '#src/result.ts';
import type { CreateFormProps, ShareDomainProps } from '#views/page-props.ts';
import type { Concealed } from './conceal.ts';
import { refusalOf } from './refusals-http.ts';
import { closedBy, concealFor, inputRules, type SecretFaceDeps } from './secret-http.ts';
import { flatFields, type InputRules, readConceal, readTtl } from './secret-input.ts';

type Created = Result<Concealed, Refusal>;

/** Shares what the form of a page without JavaScript has sent. */
export async function createFromForm(deps: SecretFaceDeps, request: Request, response: Response): Promise<Created> {
  if (deps.antiForgery.isForged(request, response)) return fail<Refusal>({ kind: 'bad-shrimp' });
  const closed = await closedBy(deps, request);
  if (closed) return fail(closed);
  const input = readConceal({ ...typedIn(request), truncate: true }, await inputRules(deps, request));
  if (!input.ok) return fail(refusalOf(input.failure));
  const concealed = await concealFor(deps, request, response, input.value);
  return concealed.ok ? concealed : fail(refusalOf(concealed.failure));
}

/** The form as it is to be drawn: what was typed before, and what was wrong with it. */
export async function createFormProps(
  deps: SecretFaceDeps,
  request: Request,
  response: Response,
  { action, refusal }: { action: string; refusal: Refusal | null },
): Promise<CreateFormProps> {
  const rules = await inputRules(deps, request);
  const [, ...others] = rules.shareDomains;
  const typed = typedIn(request);
  const ttlOptionsSeconds = deps.ttlOptionsSeconds.filter((seconds) => seconds <= rules.maxTtlSeconds);
  return {
    action,
    maxContentChars: rules.maxContentChars,
    ttlOptionsSeconds,
    ttlSeconds: chosenTtl(typed.ttl, rules, ttlOptionsSeconds),
    linkPrefix: `${deps.address.originOf(request)}/secret/`,
    host: deps.address.hostOf(request),
    customDomains: others.map((name) => shareDomainProps(deps, name)),
    shareDomain: lineTyped(typed.share_domain),
    secret: textTyped(typed.secret, rules.maxContentChars),
    passphrase: lineTyped(typed.passphrase),
    hasRecipient: rules.owner !== null && rules.mayMail,
    recipient: lineTyped(Array.isArray(typed.recipient) ? typed.recipient[0] : typed.recipient),
    minPassphraseChars: rules.needsPassphrase ? Math.max(1, rules.minPassphraseChars) : 0,
    error: deps.answers.formError(request, response, refusal).error,
  };
}

/** What was typed, else the default, brought down to one on offer: for any other a browser would show the shortest. */
function chosenTtl(typed: unknown, rules: InputRules, offered: readonly number[]): number {
  const read = [readTtl(typed, rules), readTtl(undefined, rules)].find(({ ok }) => ok);
  const wanted = read?.ok ? read.value : rules.maxTtlSeconds;
  return offered.findLast((seconds) => seconds <= wanted) ?? wanted;
}

/** The names were read just now, with this request: they need no second look. */
function shareDomainProps({ address }: SecretFaceDeps, name: string): ShareDomainProps {
  const { host, origin } = address.placeOf(name);
  return { name, host, linkPrefix: `${origin}/secret/` };
}

function typedIn({ body }: Request) {
  return withTypedLines(flatFields(body), 'secret');
}
