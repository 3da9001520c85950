import { signal } from '@preact/signals-react';
import type { Lasting } from '../../client/lasting.ts';
import type { CreateFormIslandProps } from '../../create-form/island.tsx';
import type { LateRefusal } from '../../create-form/model.ts';

type Refused = Pick<CreateFormIslandProps, 'initialText' | 'passphrase' | 'recipient' | 'shareDomain' | 'error'>;

/** A form that was refused when its screen had gone, for the next one; null where none was. */
export interface LateForm extends Lasting {
  readonly refused: (Refused & Partial<Pick<CreateFormIslandProps, 'ttlSeconds'>>) | null;
}

/** As the server sends back a form that it refuses: with all that was typed and chosen. */
export function createLateForm(late: LateRefusal | null): LateForm {
  return { isAwaiting: signal(false), refused: late && refusedFormOf(late) };
}

function refusedFormOf({ fields, failure }: LateRefusal): LateForm['refused'] {
  const typed = new Map(fields);
  const textOf = (name: string) => typed.get(name) ?? '';
  const ttlSeconds = Number(textOf('ttl'));
  return {
    ...{ initialText: textOf('secret'), passphrase: textOf('passphrase'), recipient: textOf('recipient[]') },
    ...{ shareDomain: textOf('share_domain'), error: failure },
    ...(ttlSeconds > 0 && { ttlSeconds }),
  };
}
