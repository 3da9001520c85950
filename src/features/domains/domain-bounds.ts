/** Of the name that stands on a domain's pages, in characters. */
export const MAX_BRAND_NAME_CHARS = 60;
/** Of what its owner says before and after a reveal. */
export const MAX_BRAND_TEXT_CHARS = 500;
export const MAX_LOGO_BYTES = 100_000;

/** Time from the last update until the verify button is shown and a check can be asked for. */
export const VERIFY_AFTER_MS = 30_000;
