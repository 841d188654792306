import type { OfferPlan } from '@playhouse/domain/offer-plan'
import type { OfferName } from '@playhouse/domain/offer-name'
import { offerText } from '@playhouse/domain/offer-text'
import type { PromoRule } from '@playhouse/domain/promo'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { useWallClock } from '../planning/wall-clock.ts'

/** Describes offers for staff. */
export function useOfferText() {
  const t = useWords('offer')
  const locale = useLocale()
  const { list, money } = useFormats()
  const { dateAndTime } = useWallClock()
  const discountText = (discount: NonNullable<PromoRule['discount']>): string => {
    switch (discount.kind) {
      case 'percent':
        return t('effect.percent', { percent: discount.percent })
      case 'amount':
        return t('effect.amount', { amount: money(discount.amount) })
      case 'price':
        return t('effect.price', { price: money(discount.price) })
      case 'multi-buy':
        return t('effect.multiBuy', { all: discount.buy + discount.free, paid: discount.buy })
    }
  }
  return {
    /** The name in the language of the page, or in the theatre's. */
    nameOf: (offer: OfferName): string => textIn(offerText(offer), locale),
    effectOf: ({ discount, opensPriority, opensPriceTypes }: PromoRule): string =>
      list([
        ...(discount ? [discountText(discount)] : []),
        ...(opensPriority ? [t('effect.priority')] : []),
        ...(opensPriceTypes.length > 0 ? [t('effect.priceTypes', { count: opensPriceTypes.length })] : []),
      ]),
    /** When it can be used; empty without dates. */
    windowOf: ({ startsAt, endsAt }: Pick<OfferPlan, 'startsAt' | 'endsAt'>): string => {
      if (startsAt !== null && endsAt !== null) return t('window.both', { from: dateAndTime(startsAt), until: dateAndTime(endsAt) })
      if (startsAt !== null) return t('window.from', { from: dateAndTime(startsAt) })
      return endsAt === null ? '' : t('window.until', { until: dateAndTime(endsAt) })
    },
  }
}
