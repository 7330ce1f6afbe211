// Loaded into a command before it starts (`node --import`): ends the process at its n-th write to a disk, as a power
// switch would – before the write, in its middle, or behind it. Nothing of the product knows of it.
import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [at, how] = (process.env.SUNDOWNER_KILL ?? '').split(':');
const target = Number(at);
let count = 0;

const die = () => process.kill(process.pid, 'SIGKILL');

/** True when the call that is about to be made is the one. */
function isDue() {
  count += 1;
  return count === target;
}

const { writeSync, appendFileSync, rename } = fs;

fs.writeSync = (fd, data, ...rest) => {
  if (!isDue()) return writeSync(fd, data, ...rest);
  if (how === 'torn') {
    const bytes = Buffer.from(data);
    writeSync(fd, bytes.subarray(0, Math.floor(bytes.length / 2)));
  } else if (how === 'after') writeSync(fd, data, ...rest);
  return die();
};

fs.appendFileSync = (file, data, ...rest) => {
  if (!isDue()) return appendFileSync(file, data, ...rest);
  if (how === 'torn') {
    const bytes = Buffer.from(data);
    appendFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)), ...rest);
  } else if (how === 'after') appendFileSync(file, data, ...rest);
  return die();
};

fs.rename = (from, to, done) => {
  if (!isDue()) return rename(from, to, done);
  if (how === 'after') fs.renameSync(from, to);
  return die();
};

if (Number.isInteger(target) && target > 0) syncBuiltinESMExports();
process.on('exit', () => {
  const file = process.env.SUNDOWNER_KILL_COUNT;
  if (file !== undefined) fs.writeFileSync(file, String(count));
});
