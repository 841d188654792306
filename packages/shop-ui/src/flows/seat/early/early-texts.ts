import type { Prices } from '@playhouse/api-client/contract'
import type { Money } from '@playhouse/domain/money'
import { type Band, bands } from '@playhouse/domain/pricing'
import { languageTag, useFormats, useLocale, useWords } from '#i18n'
import { priceFrom } from '../model/seating-model.ts'
import { bandLetters } from '../words/useSeatVoice.ts'

/** What the server writes for the early map, which has neither translations nor formats. */
export type EarlyTexts = {
  /** The bands for sale: price as text, and as the label of an area. */
  readonly bands: readonly {
    readonly band: Band
    readonly letter: string
    readonly priceFrom: Money
    readonly price: string
    readonly from: string
  }[]
  readonly soldOut: string
  /** "{n} left", by plural category. */
  readonly left: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>
}

/** The texts of the early map, for an attribute of the page. */
export function useEarlyTexts(prices: Prices): string {
  const t = useWords('seat')
  const { money } = useFormats()
  const tag = languageTag(useLocale())
  const plural = new Intl.PluralRules(tag)
  const left = [2, 1].map((count) => [
    plural.select(count),
    t('filter.left', { count }).replace(new Intl.NumberFormat(tag).format(count), '{n}'),
  ])
  const texts: EarlyTexts = {
    bands: bands.flatMap((band) => {
      const least = priceFrom(prices, band)
      if (least === undefined) return []
      const price = money(least)
      return [{ band, letter: bandLetters[band], priceFrom: least, price, from: t('map.from', { price }) }]
    }),
    soldOut: t('map.soldOut'),
    left: Object.fromEntries(left) as EarlyTexts['left'],
  }
  return JSON.stringify(texts)
}
