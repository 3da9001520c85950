import { argon2 } from 'node:crypto';
import { fail, ok, type Result } from '#src/result.ts';

/** argon2id parameters (RFC 9106): memory in KiB. */
export interface KdfParameters {
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** A row names the version it was made with; a version never changes, harder ones are added. */
export const KDF_VERSIONS: Readonly<Record<number, KdfParameters>> = {
  // RFC 9106, section 4, second recommended option.
  1: { memoryKib: 65_536, passes: 3, parallelism: 4 },
};
export const KDF_CURRENT = 1;

const OUTPUT_BYTES = 32;

export interface PassphraseStretcher {
  /** Version that new rows are made with. */
  readonly currentVersion: number;
  /**
   * argon2id of the passphrase in Unicode NFC: 32 bytes. At most `concurrent` run at once and
   * `waiting` wait; beyond that it answers `busy` at once, so that guessing cannot use up the server.
   */
  stretch(passphrase: string, salt: Uint8Array, version: number): Promise<Result<Buffer, { kind: 'busy' }>>;
}

export interface StretcherOptions {
  readonly concurrent: number;
  readonly waiting: number;
  readonly versions?: Readonly<Record<number, KdfParameters>>;
  readonly currentVersion?: number;
}

export function createPassphraseStretcher(options: StretcherOptions): PassphraseStretcher {
  const { versions = KDF_VERSIONS, currentVersion = KDF_CURRENT } = options;
  const queue = createQueue(options);
  return {
    currentVersion,
    stretch: async (passphrase, salt, version) => {
      const parameters = versions[version];
      if (!parameters) throw new Error(`unknown kdf version ${version}`);
      return queue(() => runArgon2(passphrase.normalize('NFC'), salt, parameters));
    },
  };
}

type Queue = <Value>(job: () => Promise<Value>) => Promise<Result<Value, { kind: 'busy' }>>;

function createQueue(limits: { concurrent: number; waiting: number }): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= limits.concurrent) {
      if (waiting.length >= limits.waiting) return fail({ kind: 'busy' });
      // The one who leaves hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return ok(await job());
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function runArgon2(message: string, nonce: Uint8Array, parameters: KdfParameters): Promise<Buffer> {
  const { memoryKib: memory, passes, parallelism } = parameters;
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength: OUTPUT_BYTES }, (error, output) =>
      error ? reject(error) : resolve(output),
    );
  });
}
