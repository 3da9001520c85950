import type { RedisServer } from '../../tests/support/redis-server.ts';
import type { Fault, Scene } from './fault.ts';
import { redisOf, serverOn } from './stage.ts';

const AWAY = 'While Redis is away every request that needs it is 503 with `Retry-After`, and nothing waits for it.';

/** What happens to the process of Redis. */
export const redisProcessFaults: readonly Fault[] = [
  {
    ...{ name: 'Redis stands still (SIGSTOP)', store: 'Redis', mayAnswer: [503], longestWaitMs: 8_000, isReady: false },
    promised:
      'Whoever asks is answered within some seconds, 503 with `Retry-After`; afterwards everything goes on by itself.',
    open: (t) =>
      sceneOf(t, 'everysec', {
        inject: (redis) => void process.kill(redis.pid, 'SIGSTOP'),
        heal: (redis) => void process.kill(redis.pid, 'SIGCONT'),
      }),
  },
  {
    ...{
      name: 'Redis stands still, and people mostly look',
      store: 'Redis',
      mayAnswer: [503],
      longestWaitMs: 8_000,
      isReady: false,
    },
    promised: 'The same, though hardly anybody writes.',
    open: async (t) => ({
      ...(await sceneOf(t, 'everysec', {
        inject: (redis) => void process.kill(redis.pid, 'SIGSTOP'),
        heal: (redis) => void process.kill(redis.pid, 'SIGCONT'),
      })),
      asks: ['create', 'status', 'status', 'status', 'page', 'page'],
    }),
  },
  {
    ...{
      name: 'Redis is shut down, and started again',
      store: 'Redis',
      mayAnswer: [503],
      longestWaitMs: 8_000,
      isReady: false,
    },
    promised: AWAY,
    open: (t) =>
      sceneOf(t, 'everysec', {
        inject: (redis) => redis.kill('SIGTERM'),
        heal: (redis) => redis.restart(),
      }),
  },
  {
    ...{
      name: 'Redis is killed (SIGKILL), and started again',
      store: 'Redis',
      mayAnswer: [503],
      longestWaitMs: 8_000,
      isReady: false,
    },
    promised: `${AWAY} With \`appendfsync always\` nothing that was answered is lost.`,
    open: (t) =>
      sceneOf(t, 'always', {
        inject: (redis) => redis.kill('SIGKILL'),
        heal: (redis) => redis.restart(),
      }),
  },
];

interface Steps {
  readonly inject: (redis: RedisServer) => Promise<void> | void;
  readonly heal: (redis: RedisServer) => Promise<void> | void;
}

async function sceneOf(
  t: Parameters<Fault['open']>[0],
  appendfsync: 'everysec' | 'always',
  { inject, heal }: Steps,
): Promise<Scene> {
  const redis = await redisOf(t, { appendfsync });
  const server = await serverOn(t, redis.url);
  return { server, inject: () => inject(redis), heal: () => heal(redis) };
}
