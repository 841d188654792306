/** The result of a domain function: a value, or the reason for its failure. Exceptions are for bugs and failing machines. */
export type Result<Value, Failure> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure }

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value })
export const fail = <Failure>(error: Failure): Result<never, Failure> => ({ ok: false, error })
