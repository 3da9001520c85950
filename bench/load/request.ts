/** The bytes of a request as a program sends them. `lines` are further header lines. */
export function post(path: string, body: object, lines: readonly string[] = []): string {
  return bytesOf(path, 'application/json', JSON.stringify(body), lines);
}

/** The same as a form of a page sends it. */
export function postForm(path: string, fields: Record<string, string>, lines: readonly string[] = []): string {
  return bytesOf(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), lines);
}

export function get(path: string, lines: readonly string[] = []): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`;
}

function bytesOf(path: string, type: string, body: string, lines: readonly string[]): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...lines,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
