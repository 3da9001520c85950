import { join } from 'node:path';
import { type ChildEnd, type ChildOptions, runChild } from '../support/children.ts';
import { needProgram } from '../support/programs.ts';

export interface Client {
  readonly name: string;
  readonly path: string;
  /** How a shell calls it. */
  readonly command: readonly string[];
  /** As a process of its own, run to its end. */
  run(args: readonly string[], options?: ChildOptions): Promise<ChildEnd>;
}

/** The programs in examples/clients, which must all behave alike. */
export const clients: readonly Client[] = [
  clientOf('hushlink.sh', 'sh'),
  clientOf('hushlink.py', needProgram('python3')),
  clientOf('hushlink.mjs', process.execPath),
];

function clientOf(name: string, interpreter: string): Client {
  const path = join(import.meta.dirname, '../../examples/clients', name);
  const run: Client['run'] = (args, options) => runChild(interpreter, [path, ...args], options);
  return { name, path, command: [interpreter, path], run };
}
