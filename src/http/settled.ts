/** A promise for what answers by a callback, as express-session does; rejects with the error that it is called with. */
export function settled(run: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
}
