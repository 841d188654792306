import { ProblemError } from '#server-state'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'

type Props = {
  readonly query: { readonly data: unknown; readonly error: unknown }
  /** Height of the skeleton, in rem. */
  readonly height: number
}

/** The problem of a query, or a skeleton while its data is loading; nothing once there is data. */
export function QueryStatus({ query: { data, error }, height }: Props) {
  if (error instanceof ProblemError) return <ProblemNotice problem={error.problem} bare />
  if (data !== undefined || error) return null
  return (
    <Loading>
      <SkeletonBlock height={height} />
    </Loading>
  )
}
