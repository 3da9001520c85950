import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Router, useLocation } from 'wouter';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { Said } from '#src/ui/said.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { type CreateFormIslandProps, typedPassphrase } from '../create-form/island.tsx';
import { createGuard } from '../session/guard.ts';
import { fetchScreen } from './api.ts';
import { screenPathOf } from './links.ts';
import { createScreenLoader } from './load-screens.ts';
import type { LoadedScreens } from './loaded-screens.ts';
import { createWorkspaceModel, type View, type WorkspaceModel } from './model.ts';
import { drawnLists, type RecentLists } from './recent/lists.ts';
import type { ScreenData, ScreenName, WorkspaceStart } from './screens.ts';
import { SiteContext } from './site.ts';
import { Tabs } from './tabs.tsx';
import { ViewOf } from './view.tsx';
import { type Ways, WaysContext } from './ways.tsx';

export interface WorkspaceIslandProps {
  readonly siteName: string;
  readonly start: WorkspaceStart;
  /** The dashboard's, so that the way there needs no further request. It never holds what was typed. */
  readonly form: CreateFormIslandProps;
  /** What stands in the dashboard's form: typed before an error, or before the script arrived. */
  readonly initialText: string;
  /** The lists of recent secrets, if they are the first screen. */
  readonly lists: RecentLists;
  readonly globals: SiteGlobalsWire;
  readonly screens: LoadedScreens;
  /** Where the server stands; the browser knows by itself. */
  readonly ssrPath?: string;
}

const HAVE_TABS: ReadonlySet<ScreenName> = new Set(['dashboard', 'recent', 'domains']);

/** What the document already holds, and the one screen that must be there before the first drawing. */
export async function keepDrawn(
  place: HTMLElement,
): Promise<Pick<WorkspaceIslandProps, 'form' | 'initialText' | 'lists' | 'globals' | 'screens'>> {
  const screens = createScreenLoader();
  const { start, form: drawn }: WorkspaceIslandProps = JSON.parse(place.dataset.props ?? '{}');
  await screens.load(start.screen);
  const { globals }: { globals: SiteGlobalsWire } = JSON.parse(document.getElementById('page')?.textContent ?? '{}');
  const initialText = place.querySelector('textarea')?.value ?? '';
  const form = { ...drawn, passphrase: typedPassphrase(place) };
  return { form, initialText, lists: drawnLists(place), globals, screens };
}

/** The signed-in workspace: one island for several addresses. */
export function Workspace({ ssrPath, ...props }: WorkspaceIslandProps) {
  return (
    <Router {...(ssrPath === undefined ? {} : { ssrPath })}>
      <Screens {...props} />
    </Router>
  );
}

function Screens(props: Omit<WorkspaceIslandProps, 'ssrPath'>) {
  useSignals();
  const { t } = useTexts();
  const [screens] = useState(props.screens);
  const { auth } = useEffects();
  const model = useWorkspaceModel(props);
  const place = useRef<HTMLDivElement>(null);
  const view = model.view.value;
  const ways = useAddress(model);
  useFocus(view, place);

  // Keeps the name of the tab in step with the screen; the server's own may say that something is refused.
  const first = useRef(view);
  useEffect(() => {
    if (view === first.current) return;
    document.title = t('shell.page.title', { title: titleOf(view.screen, t), site: props.siteName });
  }, [view, t, props.siteName]);

  const hasTabs = auth.isAuthenticated.value && HAVE_TABS.has(view.screen);
  return (
    <div ref={place}>
      <Said>{newsOf(view, first.current, t)}</Said>
      {hasTabs && <Tabs current={view.screen} globals={props.globals} fetchedCount={model.fetchedCount.value} />}
      <SiteContext value={props.globals}>
        <WaysContext value={ways}>
          <ViewOf view={view} title={titleOf(view.screen, t)} components={screens.components} />
        </WaysContext>
      </SiteContext>
    </div>
  );
}

export function titleOf(screen: ScreenName, t: Translate): string {
  const titles: Record<ScreenName, string> = {
    dashboard: t('workspace.title.dashboard'),
    recent: t('workspace.title.recent'),
    account: t('workspace.title.account'),
    colonel: t('workspace.title.colonel'),
    domains: t('workspace.title.domains'),
    'domain-add': t('workspace.title.domainAdd'),
    'domain-verify': t('workspace.title.domainVerify'),
    'domain-brand': t('workspace.title.domainBrand'),
  };
  return titles[screen];
}

/** What is read out about a screen that came without a page. */
function newsOf(view: View, first: View, t: Translate): string {
  if (view.kind === 'loading') return t('workspace.view.loading');
  const isNew = view !== first && view.kind === 'shown';
  return isNew && 'notice' in view.data ? (view.data.notice ?? '') : '';
}

function useWorkspaceModel({ form, screens, ...props }: WorkspaceIslandProps): WorkspaceModel {
  const { t } = useTexts();
  const { client, auth, go, log, nowMs } = useEffects();
  const [model] = useState(() =>
    createWorkspaceModel({
      start: startOf(form, props),
      emptyForm: emptied(form),
      admit: createGuard({ auth, go, hasSignin: props.globals.authentication.signin }),
      load: (screen) => screens.load(screen),
      fetch: (place) => fetchScreen({ client, t, nowMs }, place),
      go,
      log,
    }),
  );
  const drawn = useRef(form);

  // The page has been put into another language: what the server words comes with the new props.
  useEffect(() => {
    if (drawn.current === form) return;
    drawn.current = form;
    model.reword(startOf(form, props), emptied(form));
  });
  return model;
}

function emptied(form: CreateFormIslandProps): CreateFormIslandProps {
  return { ...form, passphrase: '', recipient: '', isPrefilled: false, shareDomain: '', error: null };
}

type StartProps = Pick<WorkspaceIslandProps, 'start' | 'initialText' | 'lists'>;

function startOf(form: CreateFormIslandProps, { start, initialText, lists }: StartProps): ScreenData {
  if (start.screen === 'dashboard') return { screen: start.screen, form: { ...form, initialText } };
  return start.screen === 'recent' ? { screen: start.screen, lists } : start;
}

/** Every link of the page that leads to a screen changes the address only, and the screen follows it. */
function useAddress(model: WorkspaceModel): Ways {
  const [path, navigate] = useLocation();
  const shown = useRef(path);

  // Keeps the screen in step with the address, whoever changed it: a link or the Back button.
  useEffect(() => {
    if (path === shown.current) return;
    shown.current = path;
    scrollTo(0, 0);
    void model.visit(path, location.search);
  }, [model, path]);

  // Else the browser would scroll back to where the last visit to a screen ended.
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  // Links stand in the header of the page too, outside this island.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = screenPathOf(event, location.href);
      if (target === null) return;
      event.preventDefault();
      if (target === path) void model.visit(target);
      else navigate(target);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [model, path, navigate]);

  return useMemo(
    () => ({
      replaceBy: async (to, notice, isShown) => {
        if (await model.prepare(to, notice, isShown)) navigate(to, { replace: true });
      },
      outdate: model.outdate,
    }),
    [model, navigate],
  );
}

/** Keeps the keyboard and the screen reader in step: what they stood on may be gone. */
function useFocus(view: View, place: { readonly current: HTMLElement | null }): void {
  const first = useRef(view);
  useEffect(() => {
    if (view === first.current) return;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (view.kind === 'loading' || isLost) place.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [view, place]);
}
