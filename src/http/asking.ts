import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';

/** On whose request something is being done, where nobody hands that down. It decides whose turn it is to wait, nothing else. */
export interface Asking {
  /**
   * Follows a request from here on. Comes behind `createGathering`: what that lets go on together would all count as the
   * first of them. Only a POST is followed: nothing else takes so long that others would wait for it.
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
