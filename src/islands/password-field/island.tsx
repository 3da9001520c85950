import { type RefObject, useState } from 'react';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';

export interface PasswordFieldProps {
  readonly id: string;
  readonly name: string;
  /** Ready to read, as is the name of the button. */
  readonly label: string;
  readonly showLabel: string;
  readonly autoComplete: 'off' | 'current-password' | 'new-password';
  readonly isRequired?: boolean;
  /** Characters that the browser asks for. */
  readonly minLength?: number;
  readonly hint?: string;
  /** What stands in it at first. */
  readonly typed?: string;
  /** What is wrong, shown at the field. */
  readonly error?: string | null;
  /** Id of an error about this field that stands elsewhere. */
  readonly errorId?: string | null;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** Has the keyboard first in the dialog it stands in. */
  readonly hasFirstFocus?: boolean;
}

/** Something secret to type, with a button that shows and hides it. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, hint, error = null } = props;
  const [isVisible, setVisible] = useState(false);
  const hintId = hint === undefined ? null : `${id}-hint`;
  const errorId = error === null ? (props.errorId ?? null) : `${id}-error`;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {props.label}
      </label>
      <span className="affix">
        <input
          className="input"
          id={id}
          ref={props.inputRef}
          name={props.name}
          type={isVisible ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          required={props.isRequired}
          data-first-focus={props.hasFirstFocus ? '' : undefined}
          minLength={props.minLength}
          // Once it is shown it is a text like others: a spell checker may send it to somebody else, a keyboard change it.
          {...(isVisible && { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' })}
          defaultValue={props.typed || undefined}
          {...fieldState(hintId, errorId)}
        />
        <button
          className="btn btn--icon btn--quiet needs-script"
          type="button"
          // The name stays: whether it is shown is said by the state.
          aria-label={props.showLabel}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      </span>
      {hintId !== null && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== null && <FieldError id={`${id}-error`} message={error} />}
    </div>
  );
}
