import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonSchemas } from './json-schema.ts';

// Run by `npm run schemas` from the root of the clone.
const dir = path.join(process.cwd(), 'schemas', 'json');
mkdirSync(dir, { recursive: true });
for (const old of readdirSync(dir)) rmSync(path.join(dir, old));
for (const [name, text] of jsonSchemas()) writeFileSync(path.join(dir, name), text);
