import type { ClientRequest } from 'node:http';

/** An answer with a status that none of our requests can expect: 101, or 600 and above. */
export class StrangeStatus extends Error {
  override readonly name = 'StrangeStatus';
  /** Stands where the system's name of an error does. */
  readonly code: string;

  constructor(status: number | undefined) {
    super('strange status');
    this.code = `status ${status}`;
  }
}

/** Fails a request if the server switches to another protocol (101), which we never ask for. */
export function refuseUpgrade(request: ClientRequest, fail: (error: StrangeStatus) => void): void {
  request.once('upgrade', ({ statusCode }, socket) => {
    socket.destroy();
    fail(new StrangeStatus(statusCode));
  });
}
