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

/** What a field says of itself: by what it is described, and whether it is wrong. A page that refuses it begins there. */
export function fieldState(hintId: string | null, errorId: string | null) {
  return {
    'aria-describedby': describedBy(hintId, errorId),
    'aria-invalid': errorId === null ? undefined : true,
    autoFocus: errorId !== null,
  } as const;
}

/** The same of a box to tick or a file to choose. As long as one is needed and missing, Chromium takes it for wrong by itself. */
export function choiceState(hintId: string | null, errorId: string | null) {
  return { ...fieldState(hintId, errorId), 'aria-invalid': errorId !== null } as const;
}

/** For words that may have the keyboard, as no other stop has anything to do with them; at once on a page that begins with them. */
export function firstStop(isFirst: boolean) {
  return { tabIndex: -1, autoFocus: isFirst } as const;
}
