import type { Basket } from '@playhouse/api-client/contract'
import { add, subtract } from '@playhouse/domain/money'
import { postageOf } from '@playhouse/domain/postage'
import { useFormats, useWords } from '#i18n'
import { Disclosure } from '#ui/Disclosure'
import { useSeatName } from '#ticketing/SeatName'
import { useItemName } from '#ticketing/ItemText'
import styles from './PriceBreakdown.module.css'

/** All parts of the total, fees included. */
export function PriceBreakdown({ basket }: { readonly basket: Basket }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const seatName = useSeatName()
  const nameOf = useItemName()
  const { tickets, items, totals, promo, offers = [], delivery } = basket
  const postage = postageOf(items)
  const lines = [
    ...tickets.flatMap((ticket) => [
      { key: ticket.id, name: `${seatName(ticket)}, ${ticket.priceTypeName}`, amount: subtract(ticket.price, ticket.fee) },
      ...(ticket.fee > 0 ? [{ key: `${ticket.id} fee`, name: t('breakdown.fee'), amount: ticket.fee }] : []),
    ]),
    ...items.map((item) => ({ key: item.id, name: nameOf(item), amount: item.amount })),
    ...[...(promo ? [promo] : []), ...offers].flatMap(({ name, discount }) =>
      discount > 0 ? [{ key: `discount ${name}`, name, amount: subtract(add(), discount) }] : [],
    ),
    ...(tickets.length > 0
      ? [{ key: 'delivery', name: t(`checkout:delivery.${delivery.method}`), amount: subtract(totals.delivery, postage) }]
      : []),
    ...(postage > 0 ? [{ key: 'postage', name: t('breakdown.postage'), amount: postage }] : []),
  ]
  return (
    <Disclosure label={t('breakdown.title', { total: money(totals.total) })}>
      <dl className={styles.lines}>
        {lines.map(({ key, name, amount }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
