/** A sentence in which code stands between backticks. */
export function CodedText({ text }: { readonly text: string }) {
  const parts = text.split('`').map((words, index) => ({ words, isCode: index % 2 === 1, at: `${index} ${words}` }));
  return parts.map(({ words, isCode, at }) => (isCode ? <code key={at}>{words}</code> : words));
}
