/** Where the built files of this release are, as addresses on this site. */
export interface PageAssets {
  readonly stylesheet: string;
  /** The small script of the head: theme and times. */
  readonly earlyScript: string;
  readonly favicon: string;
  /** The module that takes over the islands. */
  readonly mountScript: string;
  /** By name of island, or of island and screen ('workspace/recent'): every module it needs beside `mountScript`'s. */
  readonly islandScripts: Readonly<Record<string, readonly string[]>>;
  /** The modules `mountScript` needs whatever the page holds. */
  readonly mountPreloads: readonly string[];
  /** By locale: the module with the texts of the islands. */
  readonly packs: Readonly<Record<string, string>>;
  /** By name of island, then by locale: the module with the texts that only this island needs. */
  readonly islandPacks: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
