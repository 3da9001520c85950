import { Island } from '#src/islands/island.tsx';
import { AccountScreen } from '#src/islands/workspace/account/screen.tsx';
import { ColonelScreen } from '#src/islands/workspace/colonel/screen.tsx';
import { DashboardScreen } from '#src/islands/workspace/dashboard/screen.tsx';
import { DomainAddScreen } from '#src/islands/workspace/domain-add/screen.tsx';
import { DomainBrandScreen } from '#src/islands/workspace/domain-brand/screen.tsx';
import { DomainVerifyScreen } from '#src/islands/workspace/domain-verify/screen.tsx';
import { DomainsScreen } from '#src/islands/workspace/domains/screen.tsx';
import { titleOf, Workspace } from '#src/islands/workspace/island.tsx';
import { withAllScreens } from '#src/islands/workspace/loaded-screens.ts';
import { type RecentLists, recentListsOf } from '#src/islands/workspace/recent/lists.ts';
import { RecentScreen } from '#src/islands/workspace/recent/screen.tsx';
import type { WorkspaceStart } from '#src/islands/workspace/screens.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { createFormIsland } from '../secrets/create-form.ts';
import type { WorkspaceProps } from './workspace-props.ts';

const screens = withAllScreens({
  dashboard: DashboardScreen,
  recent: RecentScreen,
  account: AccountScreen,
  colonel: ColonelScreen,
  domains: DomainsScreen,
  'domain-add': DomainAddScreen,
  'domain-verify': DomainVerifyScreen,
  'domain-brand': DomainBrandScreen,
});

export function workspaceScreen(props: WorkspaceProps, { context, t }: ScreenContext): Screen {
  return {
    title: titleOf(props.screen, t),
    layout: 'default',
    main: 'app',
    isIndexed: false,
    islands: ['workspace', `workspace/${props.screen}`],
    body: <WorkspaceBody page={props} context={context} />,
  };
}

function WorkspaceBody({ page, context }: { page: WorkspaceProps; context: PageContext }) {
  const { lang } = useTexts();
  const { siteName, globals, path } = context;
  const { initialText, ...typed } = createFormIsland(page.form, lang);
  return (
    <Island
      name="workspace"
      component={Workspace}
      props={{
        ...{ siteName, start: startOf(page, context.nowMs), form: { ...typed, initialText: '' }, initialText },
        ...{ globals, screens, lists: listsOf(page), ssrPath: path },
      }}
      kept={['initialText', 'lists', 'globals', 'screens', 'ssrPath']}
    />
  );
}

function startOf({ form: _, ...start }: WorkspaceProps, nowMs: number): WorkspaceStart {
  if (start.screen === 'recent') return { screen: start.screen };
  return start.screen === 'domains' || start.screen === 'domain-verify' ? { ...start, nowMs } : start;
}

function listsOf(page: WorkspaceProps): RecentLists {
  return page.screen === 'recent' ? recentListsOf(page.list) : { hasItems: false, notReceived: [], received: [] };
}
