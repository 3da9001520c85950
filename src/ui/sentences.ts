const BRINGS_ITS_ROOM = /[。！？]$/u;

/** What stands between a sentence and the next: a space, and nothing after a full-width stop, which brings its room. */
export function gapAfter(sentence: string): '' | ' ' {
  return BRINGS_ITS_ROOM.test(sentence) ? '' : ' ';
}

/** Sentences one after the other, at least one, as the language that they are in sets them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((said, next) => `${said}${gapAfter(said)}${next}`);
}
