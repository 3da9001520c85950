import type { PageContext } from '../page-props.ts';

/** All that can differ between two answers to nobody; whatever else a context holds is the site's and stays. */
export function nameForNobody({ locale, siteUrl, siteHost, year, globals }: PageContext): string {
  return `${locale} ${siteUrl} ${siteHost} ${year} ${globals.global_banner}`;
}
