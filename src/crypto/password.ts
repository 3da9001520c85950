import { timingSafeEqual } from 'node:crypto';
import { ok, type Result } from '#src/result.ts';
import { type KdfParameters, runArgon2id } from './argon2.ts';
import type { RandomBytes } from './ids.ts';
import type { Queue } from './queue.ts';

type Stretched<Value> = Promise<Result<Value, { kind: 'busy' }>>;

/** Passwords as they are kept: `$argon2id$v=19$m=65536,t=3,p=4$salt$hash`, both in base64 without padding. */
export interface PasswordHasher {
  hash(password: string): Stretched<string>;
  /**
   * Whether it is the password, compared in constant time. Without a hash (null) the same work is done
   * and the answer is no: nobody can tell by the time that there is no such account. Nor is anything
   * longer than `LONGEST_PASSWORD` a password.
   */
  verify(password: string, hash: string | null): Stretched<boolean>;
  /** Made under other parameters than those in force. */
  needsRehash(hash: string): boolean;
  /** A hash like any other that no password has. */
  nobodys(): string;
}

/**
 * UTF-16 units of the longest password that is looked at. Bringing a text into normal form can cost the
 * square of its length: a megabyte of accents would stop the server for minutes.
 */
export const LONGEST_PASSWORD = 4000;

export interface PasswordHasherDeps {
  readonly queue: Queue;
  readonly parameters: KdfParameters;
  readonly randomBytes: RandomBytes;
}

/** RFC 9106, section 3.1: 16 bytes are recommended for passwords. */
const SALT_BYTES = 16;
const FORM = /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

interface ParsedHash extends KdfParameters {
  readonly salt: Buffer;
  readonly output: Buffer;
}

export function createPasswordHasher({ queue, parameters, randomBytes }: PasswordHasherDeps): PasswordHasher {
  // No password opens it: its output is random.
  const makeNobodys = () => format(parameters, randomBytes(SALT_BYTES), randomBytes(32));
  const nobodys = makeNobodys();
  return {
    hash: (password) =>
      queue(async () => {
        const salt = randomBytes(SALT_BYTES);
        return format(parameters, salt, await runArgon2id(password, salt, parameters));
      }),
    verify: async (password, hash) => {
      const kept = parse(hash ?? nobodys);
      const isPossible = hash !== null && password.length <= LONGEST_PASSWORD;
      const stretched = await queue(() => runArgon2id(password.slice(0, LONGEST_PASSWORD), kept.salt, kept));
      return stretched.ok ? ok(timingSafeEqual(stretched.value, kept.output) && isPossible) : stretched;
    },
    nobodys: makeNobodys,
    needsRehash: (hash) => {
      const { memoryKib, passes, parallelism } = parse(hash);
      return (
        memoryKib !== parameters.memoryKib || passes !== parameters.passes || parallelism !== parameters.parallelism
      );
    },
  };
}

function format({ memoryKib, passes, parallelism }: KdfParameters, salt: Uint8Array, output: Uint8Array): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${base64(salt)}$${base64(output)}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

function parse(hash: string): ParsedHash {
  const [, memory, passes, lanes, salt, output] = FORM.exec(hash) ?? [];
  if (salt === undefined || output === undefined) throw new Error('a kept password hash cannot be read');
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    output: Buffer.from(output, 'base64'),
  };
}
