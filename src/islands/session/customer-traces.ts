import { type PageGlobals, withoutCustomer } from '../page-globals.ts';

/** Where a page holds something of its customer, and how it is removed. */
export function createCustomerTraces(page: Window) {
  const { document } = page;
  return {
    clearCustomer() {
      const block = document.getElementById('page');
      if (block?.textContent) block.textContent = JSON.stringify(withoutCustomer(readGlobals(block.textContent)));
      for (const place of document.querySelectorAll('[data-island]')) place.removeAttribute('data-props');
    },
    deleteCookie(name: string) {
      document.cookie = `${name}=; Max-Age=0; Path=/`;
    },
    clearSessionStorage() {
      try {
        page.sessionStorage.clear();
      } catch {
        // Where the browser forbids it there is nothing in it.
      }
    },
  };
}

function readGlobals(json: string): PageGlobals {
  return JSON.parse(json);
}
