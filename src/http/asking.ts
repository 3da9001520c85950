import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';

/** For whom something is being done, where that is not handed down: who may wait for whom, nothing else. */
export interface Asking {
  /**
   * From here on, and behind what lets several go on together: they would all go on as the first of them. Only what
   * changes something is followed: nothing else takes so long that others would wait.
   */
  readonly follow: RequestHandler;
  /** As limits count it; the same for all that no request has asked for. */
  network(): string;
}

export function createAsking(networkOf: (request: Request) => string): Asking {
  const requests = new AsyncLocalStorage<Request>();
  return {
    follow: (request, _response, next) => (request.method === 'POST' ? requests.run(request, next) : next()),
    network: () => {
      const request = requests.getStore();
      return request === undefined ? '' : networkOf(request);
    },
  };
}
