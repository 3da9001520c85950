/** An address for an attribute: no program that looks for addresses in pages finds it. */
export function hideAddress(address: string): string {
  return btoa(encodeURIComponent(address));
}

export function readAddress(hidden: string): string {
  return decodeURIComponent(atob(hidden));
}
