import { argon2 } from 'node:crypto';

/** argon2id parameters (RFC 9106): memory in KiB, parallelism in lanes. */
export interface KdfParameters {
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
}

const OUTPUT_BYTES = 32;

/** argon2id of the text in Unicode NFC: 32 bytes. */
export function runArgon2id(text: string, salt: Uint8Array, parameters: KdfParameters): Promise<Buffer> {
  const { memoryKib: memory, passes, parallelism } = parameters;
  const message = text.normalize('NFC');
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message, nonce: salt, memory, passes, parallelism, tagLength: OUTPUT_BYTES },
      (error, output) => (error ? reject(error) : resolve(output)),
    );
  });
}
