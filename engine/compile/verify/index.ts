export * from './model.ts';
export { verifySource } from './source.ts';
export { verifyScript } from './verify.ts';
