import { useEffect, useRef, useState } from 'react';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { useTexts } from '#src/ui/texts.tsx';

/** What the picker shows while no colour is written: the site's own. */
const OWN_ACCENT = '#006475';
const COLOUR = /^#?([0-9a-f]{6})$/i;

/** A colour in words, so that it can be left out, pasted and typed; with script there is a picker beside it. */
export function AccentField({ value, error }: { value: string; error: string | null }) {
  const { t } = useTexts();
  const [colour, setColour] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const digits = COLOUR.exec(colour.trim())?.[1];

  // What was typed before the script arrived.
  useEffect(() => setColour(field.current?.value ?? ''), []);

  return (
    <div className="field">
      <label className="label" htmlFor="accent">
        {t('brand.accent.label')}
      </label>
      <div className="choose">
        <input
          className="input input--colour mono"
          id="accent"
          name="accent"
          type="text"
          ref={field}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={OWN_ACCENT}
          value={colour}
          {...fieldState('accent-hint', error === null ? null : 'accent-error')}
          onChange={(event) => setColour(event.currentTarget.value)}
        />
        <input
          className="swatch needs-script"
          type="color"
          aria-label={t('brand.accent.pick')}
          value={digits === undefined ? OWN_ACCENT : `#${digits.toLowerCase()}`}
          onChange={(event) => setColour(event.currentTarget.value)}
        />
      </div>
      <p className="hint" id="accent-hint">
        {t('brand.accent.hint')}
      </p>
      {error !== null && <FieldError id="accent-error" message={error} />}
    </div>
  );
}
