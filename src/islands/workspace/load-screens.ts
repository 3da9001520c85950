import { createLoadedScreens, type LoadedScreens } from './loaded-screens.ts';

/** Every screen is a chunk of its own; the build names them by their folders. */
export function createScreenLoader(): LoadedScreens {
  return createLoadedScreens({
    dashboard: async () => (await import('./dashboard/screen.tsx')).DashboardScreen,
    recent: async () => (await import('./recent/screen.tsx')).RecentScreen,
    account: async () => (await import('./account/screen.tsx')).AccountScreen,
    domains: async () => (await import('./domains/screen.tsx')).DomainsScreen,
    'domain-add': async () => (await import('./domain-add/screen.tsx')).DomainAddScreen,
    'domain-verify': async () => (await import('./domain-verify/screen.tsx')).DomainVerifyScreen,
    'domain-brand': async () => (await import('./domain-brand/screen.tsx')).DomainBrandScreen,
    colonel: async () => (await import('./colonel/screen.tsx')).ColonelScreen,
  });
}
