#!/usr/bin/env node
// The program as dist/hushlink.js, run from the sources: what measures them sees them in server processes too.
import '../../src/build/loader.mjs';

await import('../../src/cli/main.ts');
