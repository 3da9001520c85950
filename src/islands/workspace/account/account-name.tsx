import { useSignals } from '@preact/signals-react/runtime';
import { useEffects } from '../../client/effects.tsx';

/** Tells password managers whose password is asked for. It has no name, so it is not sent. */
export function AccountName() {
  useSignals();
  const { auth } = useEffects();
  return <input type="text" autoComplete="username" value={auth.customer.value?.custid ?? ''} readOnly hidden />;
}
