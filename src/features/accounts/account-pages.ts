import express, { type Router } from 'express';
import type { AccountFaceDeps } from './account-http.ts';
import { createForgotPages } from './forgot-pages.ts';
import { createOwnAccountPages } from './own-account-pages.ts';
import { createSettingsPages } from './settings-pages.ts';
import { createSignInPages } from './sign-in-pages.ts';
import { createSignUpPages } from './sign-up-pages.ts';

/** Everything a browser asks of accounts; forms check for forgery themselves. */
export function createAccountPages(deps: AccountFaceDeps): Router {
  const router = express.Router();
  const parts = [createSignInPages, createSignUpPages, createForgotPages, createSettingsPages, createOwnAccountPages];
  for (const create of parts) router.use(create(deps));
  return router;
}
