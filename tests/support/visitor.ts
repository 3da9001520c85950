import supertest from 'supertest';
import type { TestApp } from './app.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Somebody with a browser and no JavaScript: keeps cookies, fills the form of the page that is open. */
export function visitorOf({ app }: Pick<TestApp, 'app'>, host = 'localhost:3000') {
  let cookie = '';
  let html = '';
  const take = (response: supertest.Response) => {
    const [set] = response.headers['set-cookie'] ?? [];
    if (set) cookie = set.split(';')[0] ?? '';
    html = response.text;
    return response;
  };
  const open = async (path: string) => take(await supertest(app).get(path).set('Host', host).set('Cookie', cookie));
  const send = async (path: string, fields: Fields) =>
    take(
      await supertest(app)
        .post(path)
        .set('Host', host)
        .set('Cookie', cookie)
        .type('form')
        .send(fields as object),
    );
  return {
    open,
    send,
    html: () => html,
    /** Sends the form that posts to `action`, its hidden fields filled as the page has them. */
    submit: async (action: string, fields: Fields = {}) => send(action, { ...hiddenFields(html, action), ...fields }),
    /** The text of the only element with that start tag, as a browser reads it. */
    textArea: () => readTextArea(html),
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`action="${action}"`));
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
