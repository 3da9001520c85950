import type { Frame } from './cpu-profile.ts';

const [GARBAGE, SYSTEM, IDLE] = ['(garbage collector)', '(program)', '(idle)'];

/** Where time goes, as a reader of the figures would divide it: by the module of a frame; the first that fits. */
const PARTS: readonly (readonly [module: RegExp, part: string])[] = [
  [/^node:(internal\/)?crypto/, 'sealing, keys and names'],
  [/^src\/crypto\//, 'sealing, keys and names'],
  [/^src\/store\/sqlite\//, 'SQLite'],
  [/^(src\/store\/|node_modules\/@redis\/)/, 'Redis, its client'],
  [/^(src\/log\/|node_modules\/(pino|sonic-boom|quick-format))/, 'the line of the log'],
  [/^(src\/metrics\/|node_modules\/prom-client)/, 'metrics'],
  [/^(src\/features\/limits\/|node_modules\/rate-limiter)/, 'limits'],
  [/^node_modules\/(express|router|path-to-regexp|finalhandler|parseurl)/, 'Express'],
  [/^node_modules\/zod/, 'checking the input'],
  [/^(views\/|src\/ui\/|src\/i18n\/)/, 'the page'],
  [/^src\/features\//, 'the service'],
  [/^src\//, 'what every request passes'],
  [/^node_modules\//, 'other packages'],
];

/** Of Node's own: they work for whoever has called them. */
const SOCKETS = /^node:(_http|net|internal\/(stream|streams|http|js_stream))/;
const STORE = /^(src\/store\/redis\/|node_modules\/@redis\/)/;

/** The part that a sample belongs to, from its innermost frame outwards; null where nothing was done. */
export function partOf(stack: readonly Frame[]): string | null {
  const [innermost] = stack;
  if (innermost === undefined || innermost.name === IDLE) return null;
  if (innermost.name === GARBAGE) return 'garbage collection';
  if (innermost.name === SYSTEM) return 'outside of JavaScript';
  for (const { module } of stack) {
    if (SOCKETS.test(module)) return socketsOf(stack);
    const [, part] = PARTS.find(([pattern]) => pattern.test(module)) ?? [];
    if (part !== undefined) return part;
  }
  return 'Node: turns, promises, timers';
}

function socketsOf(stack: readonly Frame[]): string {
  if (stack.some(({ module }) => STORE.test(module))) return 'Redis, its socket';
  return stack[0]?.name.startsWith('write') ? 'the answer’s way into the socket' : 'HTTP';
}
