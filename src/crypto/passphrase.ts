import type { Result } from '#src/result.ts';
import { type KdfParameters, runArgon2id } from './argon2.ts';
import type { Queue } from './queue.ts';

/** A row names the version it was made with; a version never changes, harder ones are added. */
export const KDF_VERSIONS: Readonly<Record<number, KdfParameters>> = {
  // RFC 9106, section 4, second recommended option.
  1: { memoryKib: 65_536, passes: 3, parallelism: 4 },
};
export const KDF_CURRENT = 1;

export interface PassphraseStretcher {
  /** Version that new rows are made with. */
  readonly currentVersion: number;
  /**
   * argon2id of the passphrase in Unicode NFC: 32 bytes. Answers `busy` when the queue has no room for it, so that
   * guessing cannot use up the server. Throws for a version that is not known.
   */
  stretch(passphrase: string, salt: Uint8Array, version: number): Promise<Result<Buffer, { kind: 'busy' }>>;
}

export interface StretcherOptions {
  /** Shared with everything else that stretches. */
  readonly queue: Queue;
  readonly versions?: Readonly<Record<number, KdfParameters>>;
  readonly currentVersion?: number;
}

export function createPassphraseStretcher(options: StretcherOptions): PassphraseStretcher {
  const { queue, versions = KDF_VERSIONS, currentVersion = KDF_CURRENT } = options;
  return {
    currentVersion,
    stretch: async (passphrase, salt, version) => {
      const parameters = versions[version];
      if (!parameters) throw new Error(`unknown kdf version ${version}`);
      return queue(() => runArgon2id(passphrase, salt, parameters));
    },
  };
}
