import { useSignals } from '@preact/signals-react/runtime';
import { type ClipboardEvent, type RefObject, useEffect } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { formatNumber } from '#src/ui/amounts.ts';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { withLineFeeds } from '#src/ui/line-ends.ts';
import { useTexts } from '#src/ui/texts.tsx';
import { truncateChars } from '#src/values/characters.ts';
import type { CreateFormModel } from './model.ts';

interface WritingAreaProps {
  readonly model: CreateFormModel;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly initialText: string;
  readonly maxContentChars: number;
  readonly error: string | null;
}

/** Where the secret is typed, and the counter below it. */
export function WritingArea({ model, area, initialText, maxContentChars, error }: WritingAreaProps) {
  useSignals();
  const { t, lang } = useTexts();
  const nearing = model.nearing.value;
  const isCut = nearing?.step === 'over';

  // Brings the model in step with what already stands in the document: typed or prefilled.
  useEffect(() => {
    if (area.current) take(model, area.current);
  }, [model, area]);

  return (
    <div className="sheet__write">
      <label className="label" htmlFor="secret">
        {t('create.form.secret')}
      </label>
      <textarea
        id="secret"
        name="secret"
        dir="auto"
        // What was shared must not stand here again when somebody goes back.
        autoComplete="off"
        // A spell checker may send what is typed to somebody else.
        spellCheck={false}
        ref={area}
        placeholder={t('create.form.placeholder')}
        defaultValue={initialText}
        {...fieldState(null, error === null ? null : 'secret-error')}
        onPaste={(event) => pasteWhatCounts(event, maxContentChars)}
        onInput={({ currentTarget, nativeEvent }) => take(model, currentTarget, isComposing(nativeEvent))}
        onCompositionEnd={({ currentTarget }) => take(model, currentTarget)}
      />
      {error !== null && <FieldError id="secret-error" message={error} />}
      <span dir="ltr" className={`counter num needs-script${model.isOverHalf.value ? ' is-high' : ''}`}>
        {t('create.form.counter', {
          count: formatNumber(lang, model.charCount.value),
          max: formatNumber(lang, maxContentChars),
        })}
      </span>
      {/* Read out as it changes, and seen by all once something is lost. */}
      <div className={isCut ? undefined : 'vh'} role="status">
        {isCut && <Alert kind="warn">{t('private.facts.truncated')}</Alert>}
        {/* Another step is another element: it is read out although its words are the same. */}
        {!isCut && nearing && <span key={nearing.step}>{t('create.form.left', { count: nearing.left })}</span>}
      </div>
    </div>
  );
}

/**
 * Pastes of a long text only as much as fits and one character, which is cut off as always: a browser takes seconds
 * over a megabyte of which next to nothing stays.
 */
function pasteWhatCounts(event: ClipboardEvent<HTMLTextAreaElement>, maxContentChars: number): void {
  // As the field will hold it: with one sign for the end of a line.
  const text = withLineFeeds(event.clipboardData.getData('text/plain'));
  // A character has at most two units.
  if (text.length <= 2 * maxContentChars) return;
  event.preventDefault();
  const { currentTarget: area } = event;
  // Those who undo lose nothing: once something is cut off there is no way back anyhow.
  area.setRangeText(truncateChars(text, maxContentChars + 1), area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  // To the caret, as a browser does: it stands where the text was cut.
  area.scrollTop = area.scrollHeight;
}

/** Cuts what is too long, but not under somebody who composes: the keyboard would write the same letters again. */
function take(model: CreateFormModel, area: HTMLTextAreaElement, isUnfinished = false): void {
  const kept = model.write(area.value);
  if (kept !== area.value && !isUnfinished) replaceKeepingCaret(area, kept);
  grow(area);
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

function replaceKeepingCaret(area: HTMLTextAreaElement, text: string): void {
  const caret = area.selectionStart;
  area.value = text;
  area.setSelectionRange(caret, caret);
}

/** Lets the area grow with its text, to the maximum of the style sheet, if the browser does not do so itself. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
