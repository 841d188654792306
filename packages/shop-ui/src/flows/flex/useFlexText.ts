import { useState } from 'react'
import type { FlexView } from '@playhouse/domain/flex-subscription'
import { serverNow } from '#browser'
import { useDayFormat, useFormats, useWords } from '#i18n'

/** Texts of flexible subscriptions in the language of the page. */
export function useFlexText() {
  const t = useWords('flex')
  const { money, instant } = useFormats()
  const day = useDayFormat()
  const [now] = useState(serverNow)
  return {
    /** What it costs, and for how many tickets. */
    price: ({ price, vouchers }: FlexView): string => t('price', { amount: money(price), count: vouchers }),
    /** How long its vouchers can be used. */
    validity: ({ validMonths, validUntil }: FlexView): string =>
      validUntil === null ? t('months', { count: validMonths ?? 0 }) : t('until', { day: day(validUntil) }),
    /** Why it can't be bought now. */
    sale: ({ saleFrom }: FlexView): string =>
      saleFrom !== null && Date.parse(saleFrom) > now ? t('opens', { at: instant(saleFrom) }) : t('notOnSale'),
  }
}
