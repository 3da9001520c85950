import { type Child, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { needProgram } from '../support/programs.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import type { Engine, Tab } from './visitor.ts';
import { startWatchingProxy } from './watching-proxy.ts';
import { isReady, openSession, type WebDriverSession } from './web-driver.ts';

/** WebKit's own small browser, on a screen that nobody sees. A driver has one browser: every visitor has a driver. */
export async function openWebKit(t: Cleanup): Promise<Engine> {
  const folder = temporaryFolder(t);
  const display = await openScreen(t);
  return {
    visitor: async (ended, siteUrl, { hasScript = true } = {}) => {
      const proxy = await startWatchingProxy(ended, Number(new URL(siteUrl).port));
      const session = await openSession(await startDriver(ended, display, folder), capabilitiesFor(hasScript));
      return { ...{ home: proxy.url, troubles: proxy.troubles }, ...actsOn(session) };
    },
  };
}

const capabilitiesFor = (hasScript: boolean) => ({
  'webkitgtk:browserOptions': { args: ['--automation', `--enable-javascript=${hasScript}`] },
});

/** The number of a display that nobody else has: the X server itself looks for it. */
async function openScreen(t: Cleanup): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const server = startChild(needProgram('xvfb'), args);
  t.after(() => server.kill());
  const [, display] = await server.waitFor(/^(\d+)\n/m);
  server.background();
  return `:${display}`;
}

/** Its address. What ends it ends its browser too. */
async function startDriver(t: Cleanup, display: string, folder: string): Promise<string> {
  const port = await freePort();
  const env = {
    ...{ DISPLAY: display, GDK_BACKEND: 'x11' },
    ...{ HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder },
    // No desktop around it.
    ...{ DBUS_SESSION_BUS_ADDRESS: 'disabled:', GSETTINGS_BACKEND: 'memory', NO_AT_BRIDGE: '1' },
  };
  const child = startChild(needProgram('webkit-driver'), [`--port=${port}`], { env, isGroup: true });
  t.after(() => endGroup(child));
  child.background();
  const url = `http://127.0.0.1:${port}`;
  await untilSo('the driver of WebKit is ready', () => isReady(url));
  return url;
}

function endGroup({ pid, ended }: Child): Promise<unknown> {
  process.kill(-pid, 'SIGKILL');
  return ended;
}

function actsOn({ goto, reload, press, run: runScript }: WebDriverSession): Tab {
  return {
    ...{ goto, reload, press },
    evaluate: async (run, ...given) => (await runScript(`return (${run}).apply(null, arguments)`, given)) as never,
  };
}
