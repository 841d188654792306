import type { QueryClient } from '@tanstack/react-query'
import { packagePartPath } from '@playhouse/domain/package-path'
import { ballotQuery, formQuery, instanceQuery, ProblemError } from '#server-state'

type Params = { readonly package?: string | undefined; readonly instance?: string | undefined }

/**
 * Path of the form or the ballot of a performance that a package offers. The page of the performance in the package where it has none.
 * @param page `form`, or a page of the ballot: `register/…`
 */
export async function findPerformancePage(cache: QueryClient, params: Params, page: string): Promise<string> {
  const { package: id = '', instance = '' } = params
  try {
    const [{ event }] = await Promise.all([
      cache.fetchQuery(instanceQuery(instance)),
      page === 'form' ? cache.fetchQuery(formQuery(instance)) : cache.fetchQuery(ballotQuery(instance)),
    ])
    return `/events/${event}/${instance}/${page}`
  } catch (error) {
    if (error instanceof ProblemError) return packagePartPath(id, instance)
    throw error
  }
}
