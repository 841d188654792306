import { config } from 'zod'
import { type CallResult, createClient } from '@playhouse/api-client/client'
import type { BodyOf, contract, ParamsOf, QueryOf } from '@playhouse/api-client/contract'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

// The content security policy forbids code from strings, and zod would try it before its first reply.
config({ jitless: true })

/** An endpoint without parameters declares an empty strict object, whose type is a record of nothing. */
type Needed<Name extends string, Value> = Value extends Record<string, never> ? unknown : { readonly [K in Name]: Value }
type Input<E> = Needed<'params', ParamsOf<E>> & Needed<'query', QueryOf<E>> & Needed<'body', BodyOf<E>>
type Call<E> = (...input: unknown extends Input<E> ? [] : [Input<E>]) => Promise<CallResult<E>>
type Contract = typeof contract
type ShopClient = { readonly [Group in keyof Contract]: { readonly [Name in keyof Contract[Group]]: Call<Contract[Group][Name]> } }

/** The one client of the shop, asking only for what an endpoint has; the API lives on the page's own origin. */
export const api = createClient() as unknown as ShopClient

/** A problem as the client answers it; the request id helps the box office find it in the log. */
export type AnsweredProblem = Problem & { readonly requestId?: string }

/** Carries a problem through what can only throw: queries, loaders, suspense. Error boundaries put it into words. */
export class ProblemError extends Error {
  readonly problem: AnsweredProblem
  constructor(problem: AnsweredProblem) {
    super(problem.code)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

/** The value of an answer. @throws ProblemError when the answer is a problem. */
export async function unwrap<Value>(answer: Promise<Result<Value, AnsweredProblem>>): Promise<Value> {
  const result = await answer
  if (!result.ok) throw new ProblemError(result.error)
  return result.value
}
