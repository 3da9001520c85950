import { join } from 'node:path';
import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { keepInFile, type ReservedFile, reserveFile } from '../system/reserved-file.ts';
import { systemCode } from '../system/system-code.ts';
import { writeAll } from '../system/write-all.ts';
import { showable } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';

const MAX_RESERVED_BYTES = 4 * 1024 * 1024;
const MAX_UTF8_BYTES = 4;
const NAME_BYTES = 8;

/** Hands over content that no longer exists anywhere else. */
export interface Delivery {
  /** Only once. A failure says where the copy was kept, or that there is none. */
  deliver(content: string): Promise<Result<undefined, CliFailure>>;
  /** The secret was not opened after all. */
  abandon(): void;
}

export interface DeliveryWish {
  /** A file that does not exist yet; undefined is standard output. */
  readonly path: string | undefined;
  /** The size the server announced. */
  readonly sizeChars: number;
  /** What standard output gets for the content. */
  readonly render: (content: string) => string;
}

/**
 * Made ready before the secret is opened, so that a file in the way, a missing folder or a full disk
 * costs nothing.
 */
export function prepareDelivery(wish: DeliveryWish, io: CliIo): Result<Delivery, CliFailure> {
  const { path, sizeChars } = wish;
  if (path === undefined) return ok({ deliver: (content) => deliverToStdout(content, wish, io), abandon: () => {} });
  try {
    const file = reserveFile(path, Math.min(sizeChars * MAX_UTF8_BYTES, MAX_RESERVED_BYTES));
    return ok({ deliver: async (content) => deliverToFile(file, content, io), abandon: file.discard });
  } catch (error) {
    return failed('usage', TEXTS.errors.outputRefused(systemCode(error)));
  }
}

async function deliverToStdout(
  content: string,
  { render }: DeliveryWish,
  io: CliIo,
): Promise<Result<undefined, CliFailure>> {
  try {
    await writeAll(io.stdout, render(content));
    return ok(undefined);
  } catch (error) {
    return rescue(content, error, io);
  }
}

function deliverToFile(file: ReservedFile, content: string, io: CliIo): Result<undefined, CliFailure> {
  try {
    file.finish(Buffer.from(content, 'utf8'));
    return ok(undefined);
  } catch (error) {
    file.discard();
    return rescue(content, error, io);
  }
}

/** A failed hand-over: the content goes into a file for its owner, or onto the terminal, before it is given up. */
function rescue(content: string, cause: unknown, io: CliIo): Result<never, CliFailure> {
  const path = join(io.temporaryFolder, `hushlink-${Buffer.from(io.randomBytes(NAME_BYTES)).toString('hex')}`);
  try {
    keepInFile(path, Buffer.from(content, 'utf8'));
    return failed('undelivered', TEXTS.errors.keptCopy(systemCode(cause), path));
  } catch {
    const terminal = [io.stdout, io.stderr].find((stream) => stream.isTTY);
    if (!terminal) return failed('undelivered', TEXTS.errors.lost(systemCode(cause)));
    terminal.write(`${showable(content)}\n`);
    return failed('undelivered', TEXTS.errors.shownInstead(systemCode(cause)));
  }
}
