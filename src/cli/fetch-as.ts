import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

/**
 * A `fetch` that asks for `host` whatever address it goes to: inside a cluster, or behind a proxy, a site is reached by
 * other names than the one it answers to. Certificates have to be for `host` then.
 */
export function fetchAs(host: string): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input));
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), host };
    const options = { headers, method: init?.method ?? 'GET', ...(init?.signal && { signal: init.signal }) };
    return new Promise((resolve, reject) => {
      const isTls = url.protocol === 'https:';
      const request = isTls ? requestHttps(url, { ...options, servername: nameOf(host) }) : requestHttp(url, options);
      request.once('error', reject);
      request.once('response', (response) => {
        const fields = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as [string, string]],
        );
        const status = response.statusCode ?? 0;
        const body = [204, 304].includes(status) ? null : Readable.toWeb(response);
        resolve(new Response(body as BodyInit | null, { status, headers: fields }));
      });
      request.end(typeof init?.body === 'string' ? init.body : undefined);
    });
  };
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}
