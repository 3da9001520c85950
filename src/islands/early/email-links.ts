import { readAddress } from '#src/ui/email-address.ts';

const SAID_FOR_MS = 2000;

export interface EmailLinkDeps {
  readonly page: Document;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
  readonly later: (run: () => void, delayMs: number) => void;
  readonly log: (message: string, error: unknown) => void;
}

/** Makes every `EmailLink` of the page copy its address, also those that come later. */
export function copyEmailLinks(deps: EmailLinkDeps): void {
  deps.page.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-email]') : null;
    if (link) void copyAddress(link, deps);
  });
}

async function copyAddress(link: HTMLElement, deps: EmailLinkDeps): Promise<void> {
  const address = readAddress(link.dataset.email ?? '');
  try {
    await deps.copy(address);
    sayCopied(link, deps);
  } catch (error) {
    deps.log('The clipboard refused', error);
    showSelected(link, address, deps);
  }
}

/** Where the browser does not copy, the address stands there to be copied by hand. */
function showSelected(link: HTMLElement, address: string, { page }: EmailLinkDeps): void {
  const shown = page.createElement('bdi');
  [shown.dir, shown.tabIndex, shown.textContent] = ['ltr', -1, address];
  link.replaceWith(shown);
  shown.focus();
  page.getSelection()?.selectAllChildren(shown);
}

function sayCopied(link: HTMLElement, { page, later }: EmailLinkDeps): void {
  const words = page.createElement('span');
  words.className = 'toast';
  words.textContent = link.dataset.copied ?? '';
  // Replaced, so that a second press is read out again and stands its full time.
  link.nextElementSibling?.replaceChildren(words);
  later(() => words.remove(), SAID_FOR_MS);
}
