import type { SiteStore } from './site-store.ts';

/** What probes want to know. Kept over a reload of the configuration: it is about the process. */
export interface Readiness {
  /** Whether the store answers and can take writes. */
  isStoreUp(): Promise<boolean>;
  /** Whether new visitors are welcome. */
  isReady(): Promise<boolean>;
  /** The same, until it has been so once; true from then on, whatever becomes of the store. */
  hasStarted(): Promise<boolean>;
}

export interface ReadinessDeps {
  readonly store: Pick<SiteStore, 'ping'>;
  /** True from the moment a stop was asked for: no new visitors, please. */
  readonly isDraining: () => boolean;
}

/** Probes give up by themselves after a while, and then know less than 'not ready'. */
const LONGEST_WAIT_MS = 2_000;

export function createReadiness({ store, isDraining }: ReadinessDeps): Readiness {
  let wasReady = false;
  let asked: Promise<boolean> | null = null;
  const look = async () => {
    const answer = store.ping().then(
      () => true,
      () => false,
    );
    return (await inTime(answer)) ?? false;
  };
  // Probes are not limited, and each look costs the store a turn: those that come meanwhile share it.
  const isStoreUp = () => {
    asked ??= look().finally(() => {
      asked = null;
    });
    return asked;
  };
  const isReady = async () => {
    const isUp = !isDraining() && (await isStoreUp());
    wasReady ||= isUp;
    return isUp;
  };
  return { isStoreUp, isReady, hasStarted: async () => wasReady || (await isReady()) };
}

/** What a probe may wait for; null when that takes too long. */
export async function inTime<Value>(answer: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_WAIT_MS);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
