/** What a page of ours begins with: the globals in its data block, as its islands read them. */
export function globalsOn(html: string) {
  return JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? '{}').globals;
}
