import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Lasting } from '../../client/lasting.ts';
import type { CreateFormIslandProps } from '../../create-form/island.tsx';
import type { LateRefusal } from '../../create-form/model.ts';

type Refused = Pick<CreateFormIslandProps, 'initialText' | 'passphrase' | 'recipient' | 'shareDomain'>;

/** As the server sends back a form that it refuses: with all that was typed and chosen. */
export type RefusedForm = Refused &
  Partial<Pick<CreateFormIslandProps, 'ttlSeconds'>> & { readonly error: LateRefusal['failure'] };

/** Forms that were refused when their screen had gone. They wait for one that is free, here or on the next screen. */
export interface LateForms extends Lasting {
  /** The one that has waited longest; null where none waits. */
  readonly first: ReadonlySignal<RefusedForm | null>;
  add(late: LateRefusal): void;
  /** The first, which no longer waits. */
  take(): RefusedForm | null;
}

export function createLateForms(): LateForms {
  const waiting = signal<readonly RefusedForm[]>([]);
  const first = computed(() => waiting.value[0] ?? null);
  return {
    isAwaiting: computed(() => first.value !== null),
    first,
    add(late) {
      waiting.value = [...waiting.value, refusedFormOf(late)];
    },
    take() {
      const taken = first.peek();
      waiting.value = waiting.peek().slice(1);
      return taken;
    },
  };
}

function refusedFormOf({ fields, failure }: LateRefusal): RefusedForm {
  const typed = new Map(fields);
  const textOf = (name: string) => typed.get(name) ?? '';
  const ttlSeconds = Number(textOf('ttl'));
  return {
    ...{ initialText: textOf('secret'), passphrase: textOf('passphrase'), recipient: textOf('recipient[]') },
    ...{ shareDomain: textOf('share_domain'), error: failure },
    ...(ttlSeconds > 0 && { ttlSeconds }),
  };
}
