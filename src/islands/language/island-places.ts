/** Where the islands of a document stand, in its order: the same in every language. */
export function islandPlaces(page: ParentNode): readonly HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-island]')];
}

/** Which place of another document is that of an island: the one with the same name, the second with the second. */
export function pairPlaces<Place extends Pick<HTMLElement, 'dataset'>>(
  places: readonly Place[],
  others: readonly Place[],
): readonly (readonly [Place, Place])[] {
  const left = [...others];
  return places.flatMap((place) => {
    const at = left.findIndex(({ dataset }) => dataset.island === place.dataset.island);
    const [other] = at < 0 ? [] : left.splice(at, 1);
    return other === undefined ? [] : [[place, other] as const];
  });
}
