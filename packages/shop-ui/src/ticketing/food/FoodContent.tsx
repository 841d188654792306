import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FoodOffer } from '@playhouse/domain/menu'
import { useWords } from '#i18n'
import { foodQuery, ProblemError } from '#server-state'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { FoodForm, type FoodFormProps } from './FoodForm.tsx'

/** The menus of a performance as a form; or why none can be ordered. `head` is shown above it, once the performance is known. */
export function FoodContent({
  instance,
  head,
  onAdded,
}: {
  readonly instance: string
  readonly head?: (offer: FoodOffer) => ReactNode
} & Pick<FoodFormProps, 'onAdded'>) {
  const t = useWords('food')
  const { data, error, refetch } = useQuery(foodQuery(instance))
  if (data)
    return (
      <>
        {head?.(data)}
        {data.menus.length === 0 ? (
          <Notice title={t('none')}>{t('noneText')}</Notice>
        ) : (
          <FoodForm offer={data} onAdded={onAdded} onOutdated={refetch} />
        )}
      </>
    )
  if (error instanceof ProblemError) return <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
  return (
    <Loading>
      <SkeletonLine share={0.4} />
      <SkeletonBlock height={16} />
    </Loading>
  )
}
