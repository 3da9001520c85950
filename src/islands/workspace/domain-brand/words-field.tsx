import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#src/ui/amounts.ts';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { countChars } from '#src/values/characters.ts';

interface WordsFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** What is kept already; null where that is not known. */
  readonly saved: string | null;
  readonly error: string | null;
  /** Characters. */
  readonly most: number;
  /** Whether it may have several lines. */
  readonly isLong: boolean;
}

/** A customer's own words, and how many there are. */
export function WordsField({ name, label, hint, value, saved, error, most, isLong }: WordsFieldProps) {
  const { t, lang } = useTexts();
  const [count, setCount] = useState(() => countChars(value));
  const [standing] = useState(() => standingIn(name) ?? value);
  const place = useRef<HTMLDivElement>(null);
  const [hintId, errorId] = [`${name}-hint`, `${name}-error`];
  const Field = isLong ? 'textarea' : 'input';

  // What was typed before the script arrived counts too.
  useEffect(() => {
    const field = place.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    setCount(countChars(field?.value ?? ''));
  }, []);

  return (
    <div className="field" ref={place}>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <Field
        id={name}
        name={name}
        defaultValue={standing}
        data-saved={saved}
        dir="auto"
        autoComplete="off"
        {...(isLong ? { className: 'textarea', rows: 4 } : { className: 'input', type: 'text' })}
        {...fieldState(hintId, error === null ? null : errorId)}
        onInput={(event) => setCount(countChars(event.currentTarget.value))}
      />
      <p className="row row--between hint">
        <span id={hintId}>{hint}</span>
        <span dir="ltr" className={`counter needs-script${count > most ? ' is-high' : ''}`}>
          {t('brand.words.counter', { count: formatNumber(lang, count), max: formatNumber(lang, most) })}
        </span>
      </p>
      {error !== null && <FieldError id={errorId} message={error} />}
    </div>
  );
}

/**
 * What was typed before the script arrived; null where nothing is drawn yet. React puts into a text area again what the
 * server has drawn in it, unless it is told something else.
 */
function standingIn(name: string): string | null {
  return globalThis.document?.querySelector<HTMLTextAreaElement>(`textarea#${name}`)?.value ?? null;
}
