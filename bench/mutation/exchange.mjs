// Loads one source with a piece of its text exchanged, as MUTANT says. Nothing is written.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { source, start, end, replacement } = JSON.parse(process.env.MUTANT);
const path = resolve(source);
const mutated = pathToFileURL(path).href;

registerHooks({
  load(url, context, nextLoad) {
    if (url !== mutated) return nextLoad(url, context);
    const code = readFileSync(path, 'utf8');
    const exchanged = code.slice(0, start) + replacement + code.slice(end);
    return { format: 'module-typescript', source: exchanged, shortCircuit: true };
  },
});
