#!/usr/bin/env node
// Prints how long the event loop of the extension host is blocked while a batch of 94 cases runs and a review of
// 100 MB of evidence is paged; then the same for an idle extension beside the same batch run by the command line.
// node test/perf/host-block.mjs [--profile]: with the functions in which the time of each block went.
import { runPerf } from './run.mjs';

process.exitCode = runPerf('host-block', {
  SUNDOWNER_PROFILE: process.argv.includes('--profile') ? '1' : '',
});
