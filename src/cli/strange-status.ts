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
