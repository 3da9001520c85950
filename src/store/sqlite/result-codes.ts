/** Primary result codes: sqlite.org/rescode.html. */
const [BUSY, IOERR, FULL, CANTOPEN] = [5, 10, 13, 14];

/** Another process has the file: it can be written, only later. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

/** The disk did not do what was asked, for one because it is full: nothing is said of what is in the file. */
export function isDiskFailure(error: unknown): boolean {
  const code = codeOf(error);
  return code === IOERR || code === FULL;
}

/** Whether the system has kept the file from SQLite: what is in it is not known then. */
export function isCannotOpen(error: unknown): boolean {
  return codeOf(error) === CANTOPEN;
}

/** The primary result code of an error of SQLite, without its extension; null for any other error. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : null;
}
