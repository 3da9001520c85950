/** Whether a profile may have that name, which is also the name of a file. */
export function isProfileName(name: string): boolean {
  return /^[a-z0-9_][a-z0-9._-]{0,63}$/i.test(name);
}

const MAX_USER_CHARS = 320;

/** Whether a profile may have that user: an e-mail address, without the colon that ends it in HTTP Basic. */
export function isProfileUser(text: string): boolean {
  return text.length <= MAX_USER_CHARS && /^[^\s:]+@[^\s:]+$/.test(text);
}
