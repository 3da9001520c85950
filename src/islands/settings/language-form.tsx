import { type FormEvent, useRef } from 'react';
import type { LanguageWire } from '#src/features/pages/globals-wire.ts';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useRefusal } from '../client/refusal.ts';

export interface LanguageFormProps {
  /** Begins the ids in it: the form stands in the page twice. */
  readonly id: string;
  readonly languages: readonly LanguageWire[];
  /** The code of the one the page is in. */
  readonly locale: string;
  readonly shrimp: string;
  /** What has just happened; '' for nothing. */
  readonly notice?: string;
  readonly error: string | null;
  readonly isBusy?: boolean;
  /** Without it the form is sent as a form. */
  readonly onChoose?: (locale: string) => void;
}

/** Choosing is one thing and changing another: a list that acts while the keyboard moves in it cannot be used. */
export function LanguageForm(props: LanguageFormProps) {
  const { t } = useTexts();
  const { id, error, notice = '', isBusy = false, onChoose } = props;
  const [listId, errorId] = [`${id}-locale`, `${id}-error`];
  const form = useRef<HTMLFormElement>(null);
  useRefusal(form, error);

  function submit(event: FormEvent<HTMLFormElement>): void {
    if (onChoose === undefined) return;
    event.preventDefault();
    onChoose(String(new FormData(event.currentTarget).get('locale')));
  }

  return (
    <form className="field" action="/settings" method="post" ref={form} onSubmit={submit}>
      <FormTokens shrimp={props.shrimp} />
      <label className="label" htmlFor={listId}>
        {t('settings.language.label')}
      </label>
      <div className="choose">
        <span className="select-wrap">
          <select
            className="select"
            id={listId}
            name="locale"
            defaultValue={props.locale}
            {...fieldState(null, error && errorId)}
          >
            {props.languages.map(({ code, tag, name }) => (
              <option key={code} value={code} lang={tag}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
        <button className="btn" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {t('settings.language.change')}
        </button>
      </div>
      <p className="hint" role="status">
        {notice}
      </p>
      {error !== null && <FieldError id={errorId} message={error} />}
      <p className="hint">
        <a href="/translations">{t('settings.language.translate')}</a>
      </p>
    </form>
  );
}
