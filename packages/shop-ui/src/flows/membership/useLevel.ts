import type { Brand } from '@playhouse/domain/brand'
import type { membershipsOnSale } from '@playhouse/domain/membership-page'
import { useFormats, useWords } from '#i18n'

export type Level = ReturnType<typeof membershipsOnSale<Brand['memberships'][number]>>[number]

/** The texts of a membership: price with term, and ages. */
export function useLevelText(): (level: Level) => { readonly price: string; readonly ages: string | undefined } {
  const t = useWords('membership')
  const { money } = useFormats()
  return ({ sold, ages }) => ({
    price: t('price', { price: money(sold.price), count: sold.months }),
    ages: ages && t('ages', ages),
  })
}
