export { compileEvalset } from './compile.ts';
export { compileFindings } from './findings.ts';
export { worldHash } from './manifests.ts';
export * from './model.ts';
export { renderText, renderTextOn, type RenderContext, type Rendered } from './render.ts';
export { NOT_ASKED } from './select.ts';
export { DEFAULT_WORDING } from './wording.ts';
