import type { Brand } from '@playhouse/domain/brand'
import type { membershipsOnSale } from '@playhouse/domain/membership-page'
import { languageTag, useFormats, useLocale, useWords } from '#i18n'
import { useBrand } from '#server-state'

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

/** The language tag of the theatre's texts; undefined where it is the page's language. */
export function useTheatreLanguage(): string | undefined {
  const { defaultLocale } = useBrand()
  return defaultLocale === useLocale() ? undefined : languageTag(defaultLocale)
}

/** Formats an ISO date, which is the same day in every time zone. */
export function useDayFormat(): (day: string) => string {
  const { date } = useFormats()
  return (day) => date({ startsAt: `${day}T12:00:00Z`, timeZone: 'UTC' })
}
