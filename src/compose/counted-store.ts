import { IdTaken, type SealedSecret } from '#src/features/secrets/secret-store.ts';
import type { Metrics, SecretEvent } from '#src/metrics/metrics.ts';
import type { Store } from '#src/store/store.ts';

type Counting = Pick<Metrics, 'countSecret' | 'countStoreError'>;
type Method = (...args: readonly unknown[]) => unknown;

/** The same store, which counts what becomes of secrets, and each of its failures. */
export function countedStore(store: Store, metrics: Counting): Store {
  const secrets = counted(store.secrets, metrics, (verb, args, outcome) => {
    const event = eventOf(verb, args, outcome);
    if (event !== null) metrics.countSecret(event);
  });
  const others = keepByKey((port: object) => counted(port, metrics, () => {}));
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'secrets') return secrets;
      const port: unknown = Reflect.get(target, name);
      return typeof port === 'object' && port !== null ? others(port) : port;
    },
  });
}

/** What express-session reads sessions with is no method, and left as it is. */
function counted<Port extends object>(
  port: Port,
  { countStoreError }: Counting,
  note: (verb: string, args: readonly unknown[], outcome: unknown) => void,
): Port {
  const failed = (error: unknown) => {
    if (!(error instanceof IdTaken)) countStoreError();
  };
  const wrapped = new Map<string | symbol, (method: Method) => Method>();
  const wrapperOf = (name: string | symbol) =>
    keepByKey((method: Method): Method => {
      return (...args) => {
        const answer = method.apply(port, args as unknown[]);
        if (answer instanceof Promise) answer.then((outcome) => note(String(name), args, outcome), failed);
        return answer;
      };
    });
  return new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const wrap = wrapped.get(name) ?? wrapperOf(name);
      wrapped.set(name, wrap);
      return wrap(member as Method);
    },
  });
}

function eventOf(verb: string, [secret]: readonly unknown[], outcome: unknown): SecretEvent | null {
  if (verb === 'put') return (secret as SealedSecret).isCounted ? 'created' : null;
  const isOutcome = ENDING.has(verb) && typeof outcome === 'object' && outcome !== null;
  const isCounted = isOutcome && !('isCounted' in outcome && outcome.isCounted === false);
  return isCounted && 'kind' in outcome ? (EVENTS[String(outcome.kind)] ?? null) : null;
}

const ENDING: ReadonlySet<string> = new Set(['claim', 'claimAtOnce', 'burn']);

const EVENTS: Readonly<Record<string, SecretEvent>> = {
  claimed: 'revealed',
  burned: 'burned',
  'wrong-proof': 'wrong_passphrase',
};

/** Makes each value once, for as long as what it is made of is there. */
function keepByKey<Key extends object, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
