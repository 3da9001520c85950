/** Runs `run` whenever the browser shows a page again that it kept whole when it was left. Returns what ends that. */
export function whenBroughtBack(page: Window, run: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) run();
  };
  page.addEventListener('pageshow', onShow);
  return () => page.removeEventListener('pageshow', onShow);
}

/** Not by location.reload(): a page that came as the answer to a form would ask to send it again. */
export function loadAnew({ location }: Window): void {
  location.replace(location.pathname + location.search);
}
