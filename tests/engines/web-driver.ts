/** One browser, as a driver of the W3C's WebDriver protocol hands it out: https://www.w3.org/TR/webdriver2/ */
export interface WebDriverSession {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  press(path: string): Promise<void>;
  run(script: string, given: readonly unknown[]): Promise<unknown>;
}

/** It ends what hangs: no machine is so slow that a command takes this long. */
const PATIENCE_MS = 60_000;

/** WebKit's click leaves some of what is out of sight where it is, and says that nobody can interact with it. */
const SCROLL = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';

type Ask = (method: 'GET' | 'POST', path: string, fields?: object) => Promise<unknown>;

export async function isReady(driverUrl: string): Promise<boolean> {
  const status = (await asking(driverUrl)('GET', '/status')) as { ready: boolean };
  return status.ready;
}

export async function openSession(driverUrl: string, capabilities: object): Promise<WebDriverSession> {
  const begin = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = (await asking(driverUrl)('POST', '/session', begin)) as { sessionId: string };
  const ask = asking(`${driverUrl}/session/${sessionId}`);
  return {
    goto: async (url) => void (await ask('POST', '/url', { url })),
    reload: async () => void (await ask('POST', '/refresh', {})),
    press: async (path) => {
      const found = (await ask('POST', '/element', { using: 'xpath', value: path })) as Record<string, string>;
      await ask('POST', '/execute/sync', { script: SCROLL, args: [found] });
      await ask('POST', `/element/${Object.values(found)[0]}/click`, {});
    },
    run: (script, args) => ask('POST', '/execute/sync', { script, args }),
  };
}

function asking(url: string): Ask {
  return async (method, path, fields) => {
    const body = fields === undefined ? null : JSON.stringify(fields);
    const answer = await fetch(url + path, { method, body, signal: AbortSignal.timeout(PATIENCE_MS) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}
