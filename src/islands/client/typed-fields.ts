type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = ':is(input:not([type=file]), textarea, select)[id]';

/**
 * What stands in the fields of a place before React takes over, typed or filled in by a password manager. Where an
 * extension of the browser has put something beside a field React draws the place anew, with empty fields: what is
 * returned gives back what stood in the old ones, and the keyboard. It does so once, and holds no field from then on:
 * what is typed later would stay in memory when its screen is left.
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
  // Past the setter that React has put before it: else it would take the events for ones that change nothing.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
