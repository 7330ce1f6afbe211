#!/usr/bin/env node
// Prints the time inside activate() over many starts of a real VS Code: node test/perf/activate.mjs [starts]
import { runPerf } from './run.mjs';

process.exitCode = runPerf('activation', { SUNDOWNER_STARTS: String(Number(process.argv[2] ?? 20)) });
