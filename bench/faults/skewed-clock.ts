// Loaded into a server before its own code (--import): from each SIGUSR2 on its clock is wrong by what the file says.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.SKEWED_CLOCK_FILE ?? '';
const RightDate = Date;
let aheadMs = 0;

globalThis.Date = new Proxy(RightDate, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
});

process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(file, 'utf8'));
  writeFileSync(`${file}.seen`, String(aheadMs));
});

function now(): number {
  return RightDate.now() + aheadMs;
}
