import { createClient } from '@playhouse/api-client/client'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

/** The one client of the shop; the API lives on the page's own origin. */
export const api = createClient()

/** A problem as the client answers it; the request id helps the box office find it in the log. */
export type ApiProblem = Problem & { readonly requestId?: string }

/** Carries a problem through what can only throw: queries, loaders, suspense. Error boundaries put it into words. */
export class ProblemError extends Error {
  readonly problem: ApiProblem
  constructor(problem: ApiProblem) {
    super(problem.code)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

/** The value of an answer. @throws ProblemError when the answer is a problem. */
export async function unwrap<Value>(answer: Promise<Result<Value, ApiProblem>>): Promise<Value> {
  const result = await answer
  if (!result.ok) throw new ProblemError(result.error)
  return result.value
}
