import type { Cleanup } from '../../tests/support/temp.ts';
import type { Fault, Scene } from './fault.ts';
import { redisOf, serverOn } from './stage.ts';
import { cutting, delayed, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const UNCERTAIN =
  'What may have been done, because a connection broke with the command under way, is 503 and says that it is not certain; a reader whose answer broke off may have lost the secret, nobody gets it twice.';

/** What happens to the network between the server and Redis. */
export const redisNetworkFaults: readonly Fault[] = [
  {
    ...{
      name: 'each answer of Redis comes 0.4 s late',
      store: 'Redis',
      mayAnswer: [],
      longestWaitMs: 8_000,
      isReady: true,
    },
    promised: 'Everything is answered, later.',
    open: (t) => sceneOf(t, (proxy) => proxy.treat({ down: delayed(400) })),
  },
  {
    ...{
      name: 'each answer of Redis comes 3 s late',
      store: 'Redis',
      mayAnswer: [503],
      longestWaitMs: 8_000,
      isReady: false,
    },
    promised: 'Whoever asks is answered within some seconds, 503 with `Retry-After` where that is too late.',
    open: (t) => sceneOf(t, (proxy) => proxy.treat({ down: delayed(3_000) })),
  },
  {
    ...{ name: 'connections to Redis are cut before a command arrives', store: 'Redis', mayAnswer: [503] },
    ...{ promised: UNCERTAIN, longestWaitMs: 8_000, isReady: null },
    open: (t) => sceneOf(t, (proxy) => proxy.treat({ up: cutting(40) })),
  },
  {
    ...{ name: 'connections to Redis are cut before an answer arrives', store: 'Redis', mayAnswer: [503] },
    ...{ promised: UNCERTAIN, longestWaitMs: 8_000, isReady: null },
    open: (t) => sceneOf(t, (proxy) => proxy.treat({ down: cutting(40) })),
  },
];

async function sceneOf(t: Cleanup, inject: (proxy: TcpProxy) => void): Promise<Scene> {
  const redis = await redisOf(t);
  const proxy = await startTcpProxy(redis.port);
  t.after(() => proxy.close());
  const server = await serverOn(t, `redis://127.0.0.1:${proxy.port}`);
  return { server, inject: () => inject(proxy), heal: () => proxy.treat({}) };
}
