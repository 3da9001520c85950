import type { ComponentType, ReactElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { TextsContext } from '#src/ui/texts.tsx';
import { createBrowserEffects } from './client/browser-effects.ts';
import { type BrowserPack, createBrowserTexts } from './client/browser-texts.ts';
import { type Effects, EffectsContext } from './client/effects.tsx';
import { listenForPress } from './dialog/opener.ts';
import type { PageGlobals } from './page-globals.ts';

/** Draws an island from the props the server wrote beside it. */
type Draw = (element: HTMLElement) => ReactElement;

/** Every island and where it lives. The build makes one chunk of each. */
const islands: Readonly<Record<string, (place: HTMLElement) => Promise<Draw>>> = {
  'burn-form': async () => drawing((await import('./burn-form/island.tsx')).BurnForm),
  'copy-link': async () => drawing((await import('./copy-link/island.tsx')).CopyLink),
  'create-form': async () => {
    const { CreateForm, keepTyped, USUAL_PROPS } = await import('./create-form/island.tsx');
    return drawing(CreateForm, keepTyped, USUAL_PROPS);
  },
  feedback: async () => {
    const { FeedbackForm, keepWritten } = await import('./feedback/island.tsx');
    return drawing(FeedbackForm, keepWritten);
  },
  incoming: async () => drawing((await import('./incoming/island.tsx')).SendControls),
  'language-switch': async () => drawing((await import('./language-switch/island.tsx')).LanguageSwitchLinks),
  'passphrase-field': async () => drawing((await import('./passphrase-field/island.tsx')).PassphraseField),
  'password-field': async () => drawing((await import('./password-field/island.tsx')).PasswordField),
  reveal: async () => {
    const { Reveal, keepShown } = await import('./reveal/island.tsx');
    return drawing(Reveal, keepShown);
  },
  workspace: async (place) => {
    const { Workspace, keepDrawn } = await import('./workspace/island.tsx');
    // The screen that the server has drawn must be there before React is: else it would be drawn empty once.
    const kept = await keepDrawn(place);
    return drawing(Workspace, () => kept);
  },
  settings: async () => drawing((await import('./settings/island.tsx')).Settings),
  upgrade: async () => drawing((await import('./upgrade/island.tsx')).Upgrade),
};

await mount(JSON.parse(document.getElementById('page')?.textContent ?? '{}'));

async function mount(page: PageGlobals): Promise<void> {
  const modules: { pack: BrowserPack }[] = await Promise.all(page.packs.map((url) => import(url)));
  const pack: BrowserPack = Object.assign({}, ...modules.map((module) => module.pack));
  const texts = { t: createBrowserTexts(pack, page.lang), lang: page.lang };
  const effects = createBrowserEffects(window, page);
  const draw = (island: ReactElement) => (
    <TextsContext value={texts}>
      <EffectsContext value={effects}>{island}</EffectsContext>
    </TextsContext>
  );
  openFeedbackOnPress(draw, effects);
  const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
  await Promise.all(
    places.map(async (place) => {
      try {
        const drawIsland = await islands[place.dataset.island ?? '']?.(place);
        if (drawIsland) hydrateRoot(place, draw(drawIsland(place)));
      } catch (cause) {
        effects.log('An island did not load', cause);
        // A form works without its island; only where there is none something is missing.
        if (!place.querySelector('form')) place.append(texts.t('shell.islands.unresolved'));
      }
    }),
  );
}

/** The dialog comes with the first press; the link leads to the page where it does not come. */
function openFeedbackOnPress(draw: (island: ReactElement) => ReactElement, { go, log }: Effects): void {
  let isOpening = false;
  const stop = listenForPress('data-feedback-open', () => {
    if (!isOpening) void open();
    isOpening = true;
  });

  async function open(): Promise<void> {
    try {
      const { FeedbackModal } = await import('./feedback-modal/island.tsx');
      // From now on the dialog listens itself.
      stop();
      const place = document.body.appendChild(document.createElement('div'));
      createRoot(place).render(draw(<FeedbackModal />));
    } catch (cause) {
      log('The feedback dialog did not load', cause);
      go('/feedback');
    }
  }
}

/** `keep` reads from the document what the props leave out, or what was typed before this ran; `usual` is not written. */
function drawing<Props extends object>(
  Island: ComponentType<Props>,
  keep: (place: HTMLElement) => Partial<Props> = () => ({}),
  usual: Partial<Props> = {},
): Draw {
  return (place) => <Island {...usual} {...(JSON.parse(place.dataset.props ?? '{}') as Props)} {...keep(place)} />;
}
