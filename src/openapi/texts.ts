/** The sentence of the first of these keys that has one. A key without a sentence is a mistake of ours, and throws. */
export type ApiText = (...keys: readonly [string, ...string[]]) => string;

/** The document and its page are in English: `sentences` are those of locales/api/en.json, by their whole keys. */
export function createApiText(sentences: Readonly<Record<string, string>>): ApiText {
  return (...keys) => {
    const key = keys.find((one) => Object.hasOwn(sentences, one));
    if (key === undefined) throw new Error(`locales/api/en.json has none of ${keys.join(', ')}`);
    return sentences[key] ?? '';
  };
}
