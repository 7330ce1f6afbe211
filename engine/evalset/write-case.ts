/** A case whose `rw_type` begins with 写 is a write case (its write targets do not decide): it waits longer. */
export const isWriteCase = ({ rw_type: type }: { readonly rw_type?: unknown }): boolean =>
  typeof type === 'string' && type.startsWith('写');
