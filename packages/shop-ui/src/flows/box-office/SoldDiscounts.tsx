import type { SoldOrder } from '@playhouse/api-client/contract'
import { discountsOf } from '@playhouse/domain/named-discounts'
import { useFormats, useWords } from '#i18n'
import { OfferOff } from './OfferOff.tsx'

/** The offers that an order was sold with, each with what it took off, as an entry of a list of facts; nothing without any. */
export function SoldDiscounts({ order: { totals } }: Pick<SoldOrder, 'order'>) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const discounts = discountsOf(totals)
  if (discounts.length === 0) return null
  return (
    <>
      <dt>{t('order.discounts', { count: discounts.length })}</dt>
      <dd>
        {discounts.map(({ name, amount }, nth) => (
          // Two offers may have the same name.
          <div key={nth}>{name ? <OfferOff name={name} amount={amount} /> : money(amount)}</div>
        ))}
      </dd>
    </>
  )
}
