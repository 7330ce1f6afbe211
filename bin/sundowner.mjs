#!/usr/bin/env node
import '../dist/extension/command/cli.mjs';
