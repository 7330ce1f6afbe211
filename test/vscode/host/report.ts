import * as z from 'zod';

const HostTest = z.object({
  /** `suite › suite › test` */
  title: z.string(),
  state: z.enum(['passed', 'failed', 'pending']),
  /** Milliseconds. */
  duration: z.number(),
  /** Message and stack of what failed. */
  error: z.string().optional(),
});
export type HostTest = z.infer<typeof HostTest>;

/** What the runner in the extension host leaves behind for the process that started it. */
export const HostReport = z.object({
  /** Whether mocha came to its end; without it, a test ended the extension host. */
  finished: z.boolean(),
  /** Why mocha could not begin. */
  error: z.string().optional(),
  tests: z.array(HostTest),
});
export type HostReport = z.infer<typeof HostReport>;
