/**
 * Puts a text on the clipboard. Without https, as at an address of the local network, a page has no clipboard of its
 * own (W3C Clipboard API), and a browser inside another program may refuse it: then the text is copied as a selection
 * would be. Rejects if the browser refuses that, too.
 */
export async function copyText({ navigator, document }: Window, text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    copyAsSelected(document, text);
  }
}

function copyAsSelected(document: Document, text: string): void {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  // If nothing is selected, Safari before 18.4 copies only if the page says that it has something.
  const offer = (event: Event) => event.preventDefault();
  document.addEventListener('beforecopy', offer);
  document.addEventListener('copy', put);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('beforecopy', offer);
  document.removeEventListener('copy', put);
  if (!isCopied) throw new Error('the browser does not copy');
}
