import type { ClientRequest } from 'node:http';

/** An answer whose status is none that a request of ours can have: 101, or 600 and above. */
export class StrangeStatus extends Error {
  override readonly name = 'StrangeStatus';
  /** Stands where the system's name of an error does. */
  readonly code: string;

  constructor(status: number | undefined) {
    super('strange status');
    this.code = `status ${status}`;
  }
}

/** Where the server switches to another protocol (101), which nothing of ours asks for. */
export function refuseUpgrade(request: ClientRequest, fail: (error: StrangeStatus) => void): void {
  request.once('upgrade', ({ statusCode }, socket) => {
    socket.destroy();
    fail(new StrangeStatus(statusCode));
  });
}
