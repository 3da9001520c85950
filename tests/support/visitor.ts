import supertest from 'supertest';
import type { TestApp } from './app.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;
type Headers = Readonly<Record<string, string>>;

/** Somebody with a browser and no JavaScript: keeps cookies, fills the form of the page that is open. */
export function visitorOf({ app }: Pick<TestApp, 'app'>, host = 'localhost:3000') {
  const jar = new Map<string, string>();
  let html = '';
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const take = (response: supertest.Response) => {
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keepCookie(jar, String(line));
    html = response.text;
    return response;
  };
  const open = async (path: string, headers: Headers = {}) =>
    take(await supertest(app).get(path).set('Host', host).set('Cookie', cookies()).set(headers));
  const send = async (path: string, fields: Fields, headers: Headers = {}) =>
    take(
      await supertest(app)
        .post(path)
        .set('Host', host)
        .set('Cookie', cookies())
        .set(headers)
        .type('form')
        .send(fields as object),
    );
  return {
    open,
    send,
    html: () => html,
    /** What the browser would send: 'visit=…; sess=…'. */
    cookies,
    /** As if somebody had planted it. */
    setCookie: (name: string, value: string) => void jar.set(name, value),
    /** Sends the form that posts to `action`, its hidden fields filled as the page has them. */
    submit: async (action: string, fields: Fields = {}, headers: Headers = {}) =>
      send(action, { ...hiddenFields(html, action), ...fields }, headers),
    /** The text of the only element with that start tag, as a browser reads it. */
    textArea: () => readTextArea(html),
  };
}

/** As browsers do: a cookie that has expired goes. */
function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  const isOver = attributes.includes('Max-Age=0') || attributes.includes('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  if (isOver) jar.delete(name);
  else jar.set(name, value);
}

export type Visitor = ReturnType<typeof visitorOf>;

function hiddenFields(html: string, action: string): Record<string, string> {
  const forms = html.split('<form').slice(1);
  // A form without an action posts to the page it stands on.
  const isOurs = (form: string) => form.includes(`action="${action}"`) || !/^[^>]* action=/.test(form);
  const form = forms.find((part) => part.includes(`action="${action}"`)) ?? forms.find(isOurs);
  if (!form) throw new Error(`the page has no form that posts to ${action}`);
  const body = form.split('</form>')[0] ?? '';
  const inputs = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name, value]) => [name, decodeEntities(value ?? '')]));
}

/** HTML drops the first newline after the start tag. */
function readTextArea(html: string): string {
  const inner = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? '';
  return decodeEntities(inner.replace(/^\n/, ''));
}

function decodeEntities(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_, name) => named[name] ?? '');
}
