import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Page } from '#ui/Page'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { ProblemError } from '#server-state'

type Props<Data> = {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  readonly children: (data: Data) => ReactNode
}

/** A page of a state that is polled: its problem with a button to try again, its placeholder, or its content. */
export function PolledPage<Data>({ query: { data, error, refetch }, children }: Props<Data>) {
  if (error instanceof ProblemError)
    return (
      <Page width="reading">
        <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
      </Page>
    )
  if (data === undefined)
    return (
      <Loading>
        <SkeletonBlock height={8} />
      </Loading>
    )
  return children(data)
}
