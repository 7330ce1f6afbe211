export * from './model.ts';
export { verifyScript } from './verify.ts';
