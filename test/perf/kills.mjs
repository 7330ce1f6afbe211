#!/usr/bin/env node
// Kills the director at seeded points of batches of 8 cases in 4 groups, spread over every fault of the platform, and
// holds each batch to the undisturbed one: node test/perf/kills.mjs [kills] [first seed]
import { runPerf } from './run.mjs';

process.exitCode = runPerf('kills', {
  SUNDOWNER_KILLS: process.argv[2] ?? '1000',
  SUNDOWNER_FIRST_SEED: process.argv[3] ?? '1',
});
