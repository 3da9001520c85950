import type { Cleanup } from '../support/temp.ts';

/** Somebody with a browser of their own, that nobody has seen before. */
export interface Visitor extends Tab {
  /** The site as this browser reaches it. */
  readonly home: string;
  /** What its pages must not have done and did: errors, breaches of the content security policy, foreign hosts. */
  readonly troubles: readonly string[];
}

/** A page, and what can be done with it. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Presses the first element of this XPath with the mouse. */
  press(path: string): Promise<void>;
  /** Runs in the page, where nothing of the test is known but these arguments. */
  evaluate<Given extends unknown[], Answer>(run: (...given: Given) => Answer, ...given: Given): Promise<Answer>;
}

export interface VisitorOptions {
  readonly hasScript?: boolean;
}

/** A browser that is not Chromium. Each journey is written once, and made in all of them. */
export interface Engine {
  /** Is gone when `t` ends. */
  visitor(t: Cleanup, siteUrl: string, options?: VisitorOptions): Promise<Visitor>;
}
