import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { BasketTicket } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import { useSeatName } from '#ticketing/SeatName'
import { Totals } from '#ticketing/Totals'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { useBasket, useBrand } from '#server-state'
import { classNames } from '#theme'
import styles from './OrderAside.module.css'

/** The order, on every step: next to it in a wide window, behind a button on a phone. */
export function OrderAside() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const basket = useBasket()
  const { defaultLocale } = useBrand()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={styles.aside} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        {t('order.title')}
      </h2>
      <button type="button" className={styles.opener} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <ChevronDown aria-hidden="true" />
        <span>{t(isOpen ? 'order.hide' : 'order.show')}</span>
        <strong>{money(basket.totals.total)}</strong>
      </button>
      <div id={id} className={classNames(styles.content, isOpen && styles.open)}>
        <OrderedTickets tickets={basket.tickets} />
        <Totals theatreLocale={defaultLocale} totals={basket.totals} items={basket.items} hasTickets={basket.tickets.length > 0} />
      </div>
    </section>
  )
}

/** Tickets by performance, each seat with its price. */
export function OrderedTickets({ tickets }: { readonly tickets: readonly BasketTicket[] }) {
  const { when } = useFormats()
  const seatName = useSeatName()
  return [...Map.groupBy(tickets, (ticket) => ticket.instance).values()].map(([first, ...others]) =>
    first === undefined ? null : (
      <div key={first.instance} className={styles.performance}>
        <h3>
          <ProductionTitle of={first} />
        </h3>
        <p className={styles.when}>
          <time dateTime={first.startsAt}>{when(first)}</time> · {first.hallName}
        </p>
        <ul role="list" className={styles.seats}>
          {[first, ...others].map((ticket) => (
            <li key={ticket.id}>
              <span>
                {seatName(ticket)} <span className={styles.type}>{ticket.priceTypeName}</span>
              </span>
              <Price amount={ticket.price} free />
            </li>
          ))}
        </ul>
      </div>
    ),
  )
}
