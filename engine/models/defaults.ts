/** What a judge definition means where it is silent: what a question can come to is told from it before it is asked. */
export const MODEL_DEFAULTS = { maxInputChars: 200_000, maxOutputTokens: 2000 } as const;
