import { createClient } from '@playhouse/api-client/client'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

/** The API client of the shop; the API has the same origin as the page. */
export const api = createClient()

/** A problem as the API client returns it, with the request id to find it in the server's log. */
export type ApiProblem = Problem & { readonly requestId?: string }

/** Wraps a problem where code can only throw: queries, loaders, suspense. Error boundaries show its text. */
export class ProblemError extends Error {
  readonly problem: ApiProblem
  constructor(problem: ApiProblem) {
    super(problem.code)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

/** Returns the value of a successful result. @throws ProblemError if the result is a problem */
export async function unwrap<Value>(call: Promise<Result<Value, ApiProblem>>): Promise<Value> {
  const result = await call
  if (!result.ok) throw new ProblemError(result.error)
  return result.value
}
