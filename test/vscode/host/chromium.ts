import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { cached, run, unpack } from './cache.ts';

const SPARTICUZ = '153.0.0';
const RECIPE = 2;

const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

export type Chromium = {
  executable: string;
  /** What must be in the browser's environment, beside the usual. */
  env: Record<string, string>;
};

/**
 * The browser of the tests, out of the npm registry: the same everywhere. `SUNDOWNER_CHROMIUM` names another, as a path.
 * With the environment that it needs on a machine without its libraries or fonts.
 */
export async function ensureChromium(): Promise<Chromium> {
  const wanted = process.env['SUNDOWNER_CHROMIUM'];
  if (wanted !== undefined && !existsSync(wanted)) throw new Error(`SUNDOWNER_CHROMIUM: no file ${wanted}`);
  if (wanted !== undefined) return { executable: wanted, env: {} };
  const dir = await cached(`chromium-${SPARTICUZ}-${RECIPE}`, 'Chromium for the tests', fill);
  return { executable: path.join(dir, 'chromium'), env: environment(dir) };
}

async function fill(dir: string): Promise<void> {
  const packed = path.join(dir, 'packed');
  await unpack(`@sparticuz/chromium@${SPARTICUZ}`, 'package/bin', packed);
  await Promise.all(
    (await readdir(packed)).map(async (name) => {
      const plain = path.join(dir, name.replace(/\.br$/, ''));
      await pipeline(
        createReadStream(path.join(packed, name)),
        createBrotliDecompress(),
        createWriteStream(plain),
      );
      if (!plain.endsWith('.tar')) return;
      // Swiftshader must lie beside the browser; the others have a folder of their own.
      const into = name.startsWith('swiftshader') ? dir : plain.replace(/\.tar$/, '');
      await mkdir(into, { recursive: true });
      await run('tar', ['-xf', plain, '-C', into], dir);
      await rm(plain);
    }),
  );
  // The one of the package names folders of another machine.
  await writeFile(path.join(dir, 'fonts/fonts.conf'), FONTS_CONF);
  await chmod(path.join(dir, 'chromium'), 0o755);
  await rm(packed, { recursive: true });
}

/** The package brings libraries and fonts for machines that have none; where there are some, those are better. */
function environment(dir: string): Record<string, string> {
  const env: Record<string, string> = {};
  const linked = execFileSync('ldd', [path.join(dir, 'chromium')], { encoding: 'utf8' });
  if (linked.includes('not found')) env['LD_LIBRARY_PATH'] = path.join(dir, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_PATH'] = path.join(dir, 'fonts');
  return env;
}
