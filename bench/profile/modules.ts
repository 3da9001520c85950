import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The source that a line of the built program comes from: 'src/http/body.ts', 'node_modules/router/index.js', 'node:net'. */
export type ModuleOf = (url: string, line: number) => string;

/** What esbuild writes above each module of a bundle. */
const MODULE = /^\/\/ ((?:src|views|node_modules)\/\S+)$/;

export function createModuleOf(): ModuleOf {
  const kept = new Map<string, readonly string[]>();
  return (url, line) => {
    if (!url.startsWith('file:')) return url;
    const modules = kept.get(url) ?? modulesByLine(readFileSync(fileURLToPath(url), 'utf8'));
    kept.set(url, modules);
    return modules[line] ?? url;
  };
}

/** For each line of a bundle the module it belongs to; '' before the first. */
export function modulesByLine(bundle: string): readonly string[] {
  let module = '';
  return bundle.split('\n').map((line) => {
    module = MODULE.exec(line)?.[1] ?? module;
    return module;
  });
}
