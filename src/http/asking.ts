import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';

/** Which request the work under way is for, where no argument says so. It decides whose turn it is, nothing else. */
export interface Asking {
  /**
   * Follows a request from here on. Comes behind `createGathering`: all that this lets go on together would count as
   * the first of them. Only a POST is followed: nothing else takes so long that others have to wait for it.
   */
  readonly follow: RequestHandler;
  /** The network that asks, as limits count it; '' for what no request has asked for. */
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
