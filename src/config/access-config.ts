import { domainToUnicode } from 'node:url';
import type { Mailbox } from '#src/values/mail-address.ts';
import type { SmtpAddress } from './mail-names.ts';
import type { KeyValues } from './schema.ts';

/** The part of the configuration that is about people. What a value means stands in config/hushlink.yaml. */
export interface AccessConfig {
  readonly authentication: {
    readonly isEnabled: boolean;
    /** False as well when there are no accounts at all. */
    readonly hasSignup: boolean;
    readonly hasSignin: boolean;
    /** True as well without a mail server. */
    readonly autoverifies: boolean;
    /** International names in both spellings, with A-labels and without. */
    readonly signupDomains: readonly string[];
    /** Addresses in the form that names accounts. */
    readonly colonels: readonly string[];
    readonly sessionTtlSeconds: number;
    readonly rememberTtlSeconds: number;
    readonly resetTtlSeconds: number;
    readonly verificationTtlSeconds: number;
    readonly guesses: {
      readonly tries: number;
      readonly addressTries: number;
      readonly firstDelaySeconds: number;
      readonly maxDelaySeconds: number;
    };
    readonly argon2: { readonly memoryKib: number; readonly passes: number; readonly lanes: number };
  };
  readonly api: {
    readonly isEnabled: boolean;
    /** Origins as browsers send them, or '*' among them for every one. */
    readonly corsOrigins: readonly string[];
  };
  readonly mail: {
    /** null sends nothing. */
    readonly smtp: SmtpAddress | null;
    /** Never null with `smtp`. */
    readonly from: Mailbox | null;
    readonly tries: number;
    readonly linksPerDay: number;
  };
  readonly feedback: {
    /** False as well when there are no accounts at all. */
    readonly isEnabled: boolean;
    readonly hasRedButton: boolean;
    readonly captchaMaxNumber: number;
    readonly uncheckedPerDay: number;
  };
}

export function buildAccess(values: KeyValues): AccessConfig {
  return {
    authentication: buildAuthentication(values),
    api: { isEnabled: values['api.enabled'], corsOrigins: values['api.cors_origins'] },
    mail: {
      ...{ smtp: values['mail.smtp'], from: values['mail.from'], tries: values['mail.tries'] },
      linksPerDay: values['mail.links_per_day'],
    },
    feedback: {
      isEnabled: values['authentication.enabled'] && values['feedback.enabled'],
      hasRedButton: values['feedback.red_button'],
      captchaMaxNumber: values['feedback.captcha_max_number'],
      uncheckedPerDay: values['feedback.unchecked_per_day'],
    },
  };
}

function buildAuthentication(values: KeyValues): AccessConfig['authentication'] {
  const isEnabled = values['authentication.enabled'];
  const hasSignin = isEnabled && values['authentication.signin'];
  return {
    isEnabled,
    // An account that nobody can sign in to would be of no use.
    hasSignup: hasSignin && values['authentication.signup'],
    hasSignin,
    autoverifies: values['authentication.autoverify'] || values['mail.smtp'] === null,
    signupDomains: [
      ...new Set(values['authentication.signup_domains'].flatMap((name) => [name, domainToUnicode(name)])),
    ],
    colonels: values['authentication.colonels'],
    sessionTtlSeconds: values['authentication.session_ttl'],
    rememberTtlSeconds: values['authentication.remember_ttl'],
    resetTtlSeconds: values['authentication.reset_ttl'],
    verificationTtlSeconds: values['authentication.verification_ttl'],
    guesses: {
      tries: values['authentication.tries'],
      addressTries: values['authentication.address_tries'],
      firstDelaySeconds: values['authentication.first_delay'],
      maxDelaySeconds: values['authentication.max_delay'],
    },
    argon2: {
      memoryKib: values['authentication.argon2.memory_kib'],
      passes: values['authentication.argon2.passes'],
      lanes: values['authentication.argon2.lanes'],
    },
  };
}
