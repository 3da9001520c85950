/** What the server writes into every page with islands: `<script type="application/json" id="page">`. */
export interface PageGlobals {
  /** BCP 47. */
  readonly lang: string;
  /** Anti-forgery token. */
  readonly shrimp: string;
  /** Address of the texts of this page's language. */
  readonly pack: string;
}
