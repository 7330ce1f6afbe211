export * from './model.ts';
export { checkScript, scriptFolder } from './script-findings.ts';
export { verifySource } from './source.ts';
export { verifyScript } from './verify.ts';
