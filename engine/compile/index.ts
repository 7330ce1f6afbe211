export { compileEvalset } from './compile.ts';
export * from './model.ts';
export { renderText, renderTextOn, type RenderContext, type Rendered } from './render.ts';
export { DEFAULT_WORDING } from './wording.ts';
