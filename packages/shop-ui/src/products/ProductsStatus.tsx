import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { ProblemError } from '#server-state'

type ProductsStatusProps = { readonly error: Error | null; readonly refetch: () => unknown }

/** Replaces products that are loading or could not be loaded. */
export function ProductsStatus({ error, refetch }: ProductsStatusProps) {
  if (error instanceof ProblemError) return <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
  return (
    <Loading>
      <SkeletonLine share={0.4} />
      <SkeletonBlock height={16} />
    </Loading>
  )
}
