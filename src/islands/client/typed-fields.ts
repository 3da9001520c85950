type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = ':is(input:not([type=file]), textarea, select)[id]';

/**
 * What stands in the fields of a place before React takes over, typed or filled in by a password manager. Where an
 * extension of the browser has put something beside a field React draws the place anew, with empty fields: what is
 * returned gives back what stood in the old ones, and the keyboard.
 */
export function rememberTyped(place: HTMLElement): () => void {
  const drawn = [...place.querySelectorAll<Field>(FIELDS)];
  const { activeElement: active } = place.ownerDocument;
  return () => {
    for (const old of drawn.filter(({ isConnected }) => !isConnected)) {
      const field = [...place.querySelectorAll<Field>(FIELDS)].find(({ id }) => id === old.id);
      if (!field) continue;
      giveBack(field, old);
      if (old === active) field.focus();
    }
  };
}

function giveBack(field: Field, { value }: Field): void {
  if (field.value === value) return;
  // Past the setter that React has put before it: else it would take the events for ones that change nothing.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
