import type { ComponentType, ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { TextsContext } from '#src/ui/texts.tsx';
import { createBrowserEffects } from './client/browser-effects.ts';
import { type BrowserPack, createBrowserTexts } from './client/browser-texts.ts';
import { EffectsContext } from './client/effects.tsx';
import type { PageGlobals } from './page-globals.ts';

/** Draws an island from the props the server wrote beside it. */
type Draw = (element: HTMLElement) => ReactElement;

/** Every island and where it lives. The build makes one chunk of each. */
const islands: Readonly<Record<string, () => Promise<Draw>>> = {
  'burn-form': async () => drawing((await import('./burn-form/island.tsx')).BurnForm),
  'copy-link': async () => drawing((await import('./copy-link/island.tsx')).CopyLink),
  'create-form': async () => {
    const { CreateForm, keepTyped } = await import('./create-form/island.tsx');
    return drawing(CreateForm, keepTyped);
  },
  'passphrase-field': async () => drawing((await import('./passphrase-field/island.tsx')).PassphraseField),
  reveal: async () => {
    const { Reveal, keepShown } = await import('./reveal/island.tsx');
    return drawing(Reveal, keepShown);
  },
};

await mount(JSON.parse(document.getElementById('page')?.textContent ?? '{}'));

async function mount(page: PageGlobals): Promise<void> {
  const { pack }: { pack: BrowserPack } = await import(page.pack);
  const texts = { t: createBrowserTexts(pack, page.lang), lang: page.lang };
  const effects = createBrowserEffects(window, page.shrimp);
  const draw = (island: ReactElement) => (
    <TextsContext value={texts}>
      <EffectsContext value={effects}>{island}</EffectsContext>
    </TextsContext>
  );
  const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
  await Promise.all(
    places.map(async (place) => {
      try {
        const drawIsland = await islands[place.dataset.island ?? '']?.();
        if (drawIsland) hydrateRoot(place, draw(drawIsland(place)));
      } catch (cause) {
        effects.log('An island did not load', cause);
        // A form works without its island; only where there is none something is missing.
        if (!place.querySelector('form')) place.append(texts.t('shell.islands.unresolved'));
      }
    }),
  );
}

/** `keep` reads from the document what the props leave out, or what was typed before this ran. */
function drawing<Props extends object>(
  Island: ComponentType<Props>,
  keep: (place: HTMLElement) => Partial<Props> = () => ({}),
): Draw {
  return (place) => <Island {...(JSON.parse(place.dataset.props ?? '{}') as Props)} {...keep(place)} />;
}
