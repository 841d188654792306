import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormats, useWords } from '#i18n'
import { foodQuery, ProblemError } from '#server-state'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { FoodForm, type FoodFormProps } from './FoodForm.tsx'

export type FoodContentProps = {
  readonly instance: string
  /** A link that is shown where there is nothing to order. */
  readonly otherwise?: ReactNode
} & Pick<FoodFormProps, 'onAdded' | 'prepare' | 'sold'>

/** The performance and its menus as a form; or why none can be ordered. */
export function FoodContent({ instance, onAdded, prepare, sold, otherwise }: FoodContentProps) {
  const t = useWords('food')
  const { dateAndTime } = useFormats()
  const { data, error, refetch } = useQuery(foodQuery(instance))
  // A paid order stays with its menu.
  const menus = data?.menus.filter(({ menu }) => !sold || menu === sold.item.detail.menu) ?? []
  if (data)
    return (
      <>
        <p>{t('for', { title: data.performance.title, when: dateAndTime(data.performance) })}</p>
        {menus.length === 0 ? (
          <Notice title={t('none')}>
            {t('noneText')}
            {otherwise}
          </Notice>
        ) : (
          <FoodForm offer={{ ...data, menus }} onAdded={onAdded} onOutdated={refetch} prepare={prepare} sold={sold} />
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
