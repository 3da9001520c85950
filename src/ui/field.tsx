import { Icon } from './icon.tsx';
import { ReadyWords } from './ready-words.tsx';

/** What is wrong with a field, read out at once; the field names it in aria-describedby. */
export function FieldError({ id, message, isFirst = false }: { id: string; message: string; isFirst?: boolean }) {
  return (
    <p className="error" id={id} role="alert" {...firstStop(isFirst)}>
      <Icon name="alert" variant="icon--sm" />
      <ReadyWords>{message}</ReadyWords>
    </p>
  );
}

/** The value of aria-describedby for a field with these ids of hint and error. */
function describedBy(...ids: readonly (string | null)[]): string | undefined {
  return ids.filter((id) => id !== null).join(' ') || undefined;
}

/** What a field says of itself: what describes it, and whether it is wrong. A wrong one has the focus in a new page. */
export function fieldState(hintId: string | null, errorId: string | null) {
  return {
    'aria-describedby': describedBy(hintId, errorId),
    'aria-invalid': errorId === null ? undefined : true,
    autoFocus: errorId !== null,
  } as const;
}

/** The same for a box to tick or a file to choose: unless told, Chromium takes a missing one for wrong if required. */
export function choiceState(hintId: string | null, errorId: string | null) {
  return { ...fieldState(hintId, errorId), 'aria-invalid': errorId !== null } as const;
}

/** For words that can be given the focus but are no tab stop; with `isFirst` they have it when the page opens. */
export function firstStop(isFirst: boolean) {
  return { tabIndex: -1, autoFocus: isFirst } as const;
}
