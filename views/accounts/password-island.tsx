import { Island } from '#src/islands/island.tsx';
import { PasswordField, type PasswordFieldProps } from '#src/islands/password-field/island.tsx';

/** Name of the island, for the screens that hold one. */
export const PASSWORD_FIELD = 'password-field';

/** A password field of a server page, with its button to show it. */
export function PasswordIsland(props: PasswordFieldProps) {
  return <Island name={PASSWORD_FIELD} component={PasswordField} props={props} />;
}
