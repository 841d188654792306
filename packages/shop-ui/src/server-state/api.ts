import type { QueryClient } from '@tanstack/react-query'
import { type ApiClient, createClient } from '@playhouse/api-client/client'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import { apiOrigin } from '#browser'

/** The API client of the shop; the API has the origin of the page, unless the page names another one. */
export const api = createClient(apiOrigin)

const clients = new WeakMap<QueryClient, ApiClient>()

/** Sets the API client of a query cache: on the server each request has a cache with its visitor's API client. */
export const setApi = (cache: QueryClient, client: ApiClient): void => void clients.set(cache, client)

/** The API client for the queries of a cache; the shop's, unless {@link setApi} set another. */
export const apiOf = (cache: QueryClient): ApiClient => clients.get(cache) ?? api

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
