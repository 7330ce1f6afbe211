/** Asks the main thread again and again, two milliseconds after each answer; the time of asking goes along. */
const process = require('node:process');
const { parentPort } = require('node:worker_threads');

const never = new Int32Array(new SharedArrayBuffer(4));
const ask = () => parentPort.postMessage({ sent: Number(process.hrtime.bigint()) / 1e6 });
parentPort.on('message', () => {
  Atomics.wait(never, 0, 0, 2);
  ask();
});
ask();
