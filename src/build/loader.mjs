// Lets Node run .tsx as it runs .ts: types stripped and JSX compiled in memory, nothing written.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const sourcefile = fileURLToPath(url);
    const options = { loader: 'tsx', jsx: 'automatic', sourcefile, sourcemap: 'inline', target: 'node26' };
    const { code } = transformSync(readFileSync(sourcefile, 'utf8'), options);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
