import type { Basket } from '@playhouse/api-client/contract'
import { add, type Money, subtract } from '@playhouse/domain/money'
import { offerText } from '@playhouse/domain/offer-text'
import { postageOf } from '@playhouse/domain/postage'
import { useFormats, useWords } from '#i18n'
import { Disclosure } from '#ui/Disclosure'
import { useSeatName } from '#ticketing/SeatName'
import { useItemName } from '#ticketing/ItemText'
import { useTheatreText } from '#ticketing/TheatreText'
import { useBrand } from '#server-state'
import styles from './PriceBreakdown.module.css'

type Line = { readonly key: string; readonly name: string; readonly lang?: string | undefined; readonly amount: Money }

/** All parts of the total, fees included. */
export function PriceBreakdown({ basket }: { readonly basket: Basket }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const seatName = useSeatName()
  const nameOf = useItemName()
  const textOf = useTheatreText(useBrand().defaultLocale)
  const { tickets, items, totals, promo, offers = [], delivery } = basket
  const postage = postageOf(items)
  const lines: readonly Line[] = [
    ...tickets.flatMap((ticket) => [
      { key: ticket.id, name: `${seatName(ticket)}, ${ticket.priceTypeName}`, amount: subtract(ticket.price, ticket.fee) },
      ...(ticket.fee > 0 ? [{ key: `${ticket.id} fee`, name: t('breakdown.fee'), amount: ticket.fee }] : []),
    ]),
    ...items.map((item) => ({ key: item.id, name: nameOf(item), amount: item.amount })),
    ...[...(promo ? [promo] : []), ...offers].flatMap((offer) => {
      const { text: name, lang } = textOf(offerText(offer))
      return offer.discount > 0 ? [{ key: `discount ${offer.name}`, name, lang, amount: subtract(add(), offer.discount) }] : []
    }),
    ...(tickets.length > 0
      ? [{ key: 'delivery', name: t(`checkout:delivery.${delivery.method}`), amount: subtract(totals.delivery, postage) }]
      : []),
    ...(postage > 0 ? [{ key: 'postage', name: t('breakdown.postage'), amount: postage }] : []),
  ]
  return (
    <Disclosure label={t('breakdown.title', { total: money(totals.total) })}>
      <dl className={styles.lines}>
        {lines.map(({ key, name, lang, amount }) => (
          <div key={key}>
            <dt lang={lang}>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
