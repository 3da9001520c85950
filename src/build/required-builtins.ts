import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'builtin';

/**
 * Turns imports of Node's own modules into `require`. An import reads every export of a module before anything runs.
 * Some exports of node:http are made on demand, and bring a whole client with them: tens of milliseconds and 15 MB that
 * a server has no use for.
 */
export const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind, namespace }) => {
      if (!isBuiltin(path)) return null;
      const isOurs = namespace !== NAMESPACE && (kind === 'import-statement' || kind === 'dynamic-import');
      return isOurs ? { path, namespace: NAMESPACE, sideEffects: false } : { path, external: true };
    });
    build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};
