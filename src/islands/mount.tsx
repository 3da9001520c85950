import type { ComponentType, ReactElement } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserEffects } from './client/browser-effects.ts';
import { type Effects, EffectsContext } from './client/effects.tsx';
import { Ready } from './client/ready.tsx';
import { type Departure, watchDeparture } from './departure.ts';
import { listenForPress } from './dialog/opener.ts';
import { islandPlaces, pairPlaces } from './language/island-places.ts';
import { loadPack, readPage } from './language/load-pack.ts';
import { createSpeech } from './language/speech.ts';
import { Spoken } from './language/spoken.tsx';
import type { PageGlobals } from './page-globals.ts';

const FAILURE_SAID_FOR_MS = 8000;

/** Draws an island from the props the server wrote beside it. */
type Draw = (element: HTMLElement) => ReactElement;
/** Puts around an island what all of them share. */
type Frame = (island: ReactElement, place: HTMLElement) => ReactElement;

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

const departure = watchDeparture(window, (run, delayMs) => void setTimeout(run, delayMs));
await mount(readPage(document), departure)
  .catch((cause) => {
    // Without their words they are as without script: style sheets show their forms.
    for (const place of islandPlaces(document)) place.dataset.lost = '';
    departure.whereStaying(() => {
      throw cause;
    });
  })
  .finally(departure.stop);

async function mount(page: PageGlobals, { whereStaying }: Departure): Promise<void> {
  const speech = createSpeech(await loadPack(page.packs), page.lang);
  const mounted = new Map<HTMLElement, Root>();
  const effects = createBrowserEffects(window, page, {
    speech,
    redraw: (next) => void redrawAll(mounted, next, draw, effects),
  });
  const draw: Frame = (island, place) => (
    <Spoken texts={speech.texts}>
      <EffectsContext value={effects}>
        <Ready place={place}>{island}</Ready>
      </EffectsContext>
    </Spoken>
  );
  openFeedbackOnPress(draw, effects, () => speech.texts.peek().t('forms.post.unexpected'));
  await Promise.all(
    islandPlaces(document).map(async (place) => {
      try {
        const drawIsland = await islands[place.dataset.island ?? '']?.(place);
        if (drawIsland) mounted.set(place, hydrateRoot(place, draw(drawIsland(place), place)));
      } catch (cause) {
        whereStaying(() => effects.log('An island did not load', cause));
        place.dataset.lost = '';
        // A form works without its island; only without a form is something missing.
        if (!place.querySelector('form')) place.append(speech.texts.peek().t('shell.islands.unresolved'));
      }
    }),
  );
}

/** Draws every island with the props that its place in the new document has; one without such a place stays. */
async function redrawAll(
  mounted: ReadonlyMap<HTMLElement, Root>,
  next: Document,
  draw: Frame,
  { log }: Effects,
): Promise<void> {
  for (const [place, nextPlace] of pairPlaces([...mounted.keys()], islandPlaces(next))) {
    try {
      const drawIsland = await islands[place.dataset.island ?? '']?.(nextPlace);
      place.dataset.props = nextPlace.dataset.props ?? '{}';
      if (drawIsland) mounted.get(place)?.render(draw(drawIsland(nextPlace), place));
    } catch (cause) {
      log('An island stays in the old language', cause);
    }
  }
}

/**
 * The dialog comes with the first press. Where it does not come the page stays, with what was typed on it: it says so,
 * and from then on the link leads to a tab of its own.
 */
function openFeedbackOnPress(draw: Frame, { later, log }: Effects, failure: () => string): void {
  let isOpening = false;
  let hasFailed = false;
  const stop = listenForPress('data-feedback-open', () => {
    if (hasFailed) window.open('/feedback', '_blank', 'noopener');
    else if (!isOpening) void open();
    isOpening = true;
  });

  async function open(): Promise<void> {
    try {
      const { FeedbackModal } = await import('./feedback-modal/island.tsx');
      // From now on the dialog listens itself.
      stop();
      const place = document.body.appendChild(document.createElement('div'));
      place.dataset.live = '';
      createRoot(place).render(draw(<FeedbackModal />, place));
    } catch (cause) {
      log('The feedback dialog did not load', cause);
      hasFailed = true;
      sayForAWhile(failure(), later);
    }
  }
}

function sayForAWhile(words: string, later: Effects['later']): void {
  const toast = document.body.appendChild(document.createElement('p'));
  toast.setAttribute('role', 'alert');
  [toast.className, toast.textContent] = ['toast', words];
  later(() => toast.remove(), FAILURE_SAID_FOR_MS);
}

/** `keep` reads from the document what props leave out, or what was typed before this ran; `usual` is not written. */
function drawing<Props extends object>(
  Island: ComponentType<Props>,
  keep: (place: HTMLElement) => Partial<Props> = () => ({}),
  usual: Partial<Props> = {},
): Draw {
  return (place) => <Island {...usual} {...(JSON.parse(place.dataset.props ?? '{}') as Props)} {...keep(place)} />;
}
