/** Menus are `<details class="menu">`: they open without script; with it Escape and a press outside close them. */
export function closeMenus(page: Document): void {
  page.addEventListener('keydown', ({ key, target }) => {
    const menu =
      key === 'Escape' && target instanceof Element ? target.closest<HTMLDetailsElement>('.menu[open]') : null;
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const closeOthers = ({ target }: Event) => {
    for (const menu of page.querySelectorAll<HTMLDetailsElement>('.menu[open]'))
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  page.addEventListener('click', closeOthers);
  page.addEventListener('focusin', closeOthers);
}
