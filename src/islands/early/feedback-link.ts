/**
 * A page without islands loads no modules until somebody presses what opens the feedback dialog. The block
 * that such a page holds for them says where they are.
 */
export function loadOnFeedback(page: Document): void {
  page.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-feedback-open]') : null;
    const block = page.getElementById('page');
    const mount = block?.dataset.mount;
    if (!link || !mount || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    delete block.dataset.mount;
    // Pressed once more now that the modules listen; if they do not load, the link leads to its own page.
    import(mount).then(
      () => link.click(),
      () => location.assign(link.href),
    );
  });
}
