/** Node says it in words alone: `fetch` of a tunnel and of a plain request, then `https` of a tunnel. */
const SAID = [
  /^Proxy response \((\d{3})\) !== 200/,
  /^Proxy Authentication Required \((407)\)/,
  /^Failed to establish tunnel .* HTTP\/1\.\d (\d{3})/,
];
const DEEPEST = 4;

/**
 * The status with which a proxy of the environment has refused to pass a request on, so that the server has heard
 * nothing; undefined for any other error.
 */
export function proxyRefusal(error: unknown, depth = DEEPEST): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  const status = SAID.map((words) => words.exec(error.message)?.[1]).find((found) => found !== undefined);
  return status ?? proxyRefusal(error.cause, depth - 1);
}
