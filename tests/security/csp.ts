import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { type Finding, Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

/** What Google's evaluator has to say against a policy. */
export interface JudgedPolicy {
  readonly policy: string;
  /** Sources that let in what nobody has written down: 'unsafe-inline', a nonce and the like. */
  readonly unsafe: readonly string[];
  readonly high: readonly string[];
  readonly medium: readonly string[];
  /** What depends on what else the site serves, and advice. */
  readonly perhaps: readonly string[];
}

export function judgePolicy(policy: string): JudgedPolicy {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  const of = (...severities: readonly Severity[]) =>
    findings.filter(({ severity }) => severities.includes(severity)).map(describe);
  return {
    policy,
    unsafe: policy.match(/'(?:unsafe|nonce)-[^']*'/g) ?? [],
    high: of(Severity.HIGH, Severity.SYNTAX),
    medium: of(Severity.MEDIUM),
    perhaps: of(Severity.HIGH_MAYBE, Severity.MEDIUM_MAYBE, Severity.STRICT_CSP, Severity.INFO),
  };
}

function describe({ directive, value, description }: Finding): string {
  return [directive, value, description].filter(Boolean).join(' ');
}
