type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = ':is(input:not([type=file]), textarea, select)[id]';

/**
 * Remembers what stands in the fields of a place before React takes over, typed or filled in by a password manager. If
 * an extension of the browser has put something beside a field, React draws the place anew, with empty fields: the
 * function returned fills them as the old ones were, and gives the focus back. It does so once and then holds no field,
 * or what is typed later would stay in memory when its screen is left.
 */
export function rememberTyped(place: HTMLElement): () => void {
  const drawn = [...place.querySelectorAll<Field>(FIELDS)].map((field) => ({
    field,
    isActive: field.matches(':focus'),
  }));
  return () => {
    for (const { field: old, isActive } of drawn.splice(0)) {
      const field = old.isConnected ? undefined : findById(place, old.id);
      if (!field) continue;
      giveBack(field, old);
      if (isActive) field.focus();
    }
  };
}

function findById(place: HTMLElement, id: string): Field | undefined {
  return [...place.querySelectorAll<Field>(FIELDS)].find((field) => field.id === id);
}

function giveBack(field: Field, { value }: Field): void {
  if (field.value === value) return;
  // Not by the setter that React has put before it: React would take the events for ones that change nothing.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
