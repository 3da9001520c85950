import { z } from 'zod';
import { fail, ok, type Result } from '#src/result.ts';
import { flag } from '#src/values/yes.ts';
import type { Credentials } from './sign-in.ts';

/** A field that nobody filled. */
export type MissingField = { readonly kind: 'missing'; readonly field: 'u' | 'p' };

/** Anything but a text is as good as nothing. */
const text = z.string().catch('');

const signInSchema = z.object({ u: text, p: text, 'remember-me': flag, redirect: text });
const signUpSchema = z.object({ u: text, p: text, agree: flag, skill: text });
export const changeSchema = z.object({ currentp: text, newp: text, newp2: text });
export const deletionSchema = z.object({ confirmation: text, tabindex: text });
export const localeSchema = z.object({ locale: text });
/** Without a locale the old one stays; one that is not a text is unknown. The theme is the browser's alone. */
const settingsSchema = z.object({ locale: z.string().optional().catch(''), redirect: text });

export interface SignInInput extends Credentials {
  readonly isRemembered: boolean;
  /** As it came: `localPath` says whether it leads anywhere. */
  readonly redirect: string;
}

export function readSignIn(body: unknown): SignInInput {
  const { u, p, redirect, 'remember-me': isRemembered } = signInSchema.parse(body ?? {});
  return { address: u, password: p, isRemembered, redirect };
}

export function readSignUp(body: unknown) {
  const { u, p, agree, skill } = signUpSchema.parse(body ?? {});
  return { address: u, password: p, hasAgreed: agree, honeypot: skill };
}

/** Signing in and signing up both require an address and a password. */
export function requireFilled({ address, password }: Credentials): Result<void, MissingField> {
  if (address.trim() === '') return fail({ kind: 'missing', field: 'u' });
  return password === '' ? fail({ kind: 'missing', field: 'p' }) : ok(undefined);
}

export function readPasswordChange(body: unknown) {
  const { currentp, newp, newp2 } = changeSchema.parse(body ?? {});
  return { current: currentp, password: newp, again: newp2 };
}

export function readDeletion(body: unknown) {
  const { confirmation, tabindex } = deletionSchema.parse(body ?? {});
  return { password: confirmation, mark: tabindex };
}

export function readLocale(body: unknown): string {
  return localeSchema.parse(body ?? {}).locale;
}

export function readSettings(body: unknown) {
  return settingsSchema.parse(body ?? {});
}
