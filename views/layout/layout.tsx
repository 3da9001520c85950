import type { PageContext } from '../page-props.ts';
import type { Screen } from '../screen.ts';
import { Footer } from './footer.tsx';
import { frameOf } from './frame.ts';
import { Header } from './header.tsx';
import { layoutIslands } from './layout-islands.tsx';
import { SkipLink } from './skip-link.tsx';

/** A screen in its frame: header, main part, footer, and the dialogs that header and footer open. */
export function Layout({ screen, context }: { screen: Screen; context: PageContext }) {
  const frame = frameOf(screen);
  return (
    <>
      <SkipLink />
      <Header name={frame.header} hasColonelLink={frame.hasColonelLink} context={context} />
      <main className={frame.mainClass} id="main" data-stale={screen.goesStale ? '' : undefined}>
        {screen.body}
      </main>
      <Footer name={frame.footer} context={context} />
      {layoutIslands(frame, context).map(({ element }) => element)}
    </>
  );
}
