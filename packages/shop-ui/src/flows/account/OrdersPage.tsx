import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { OrderSummary } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Link } from '#parts/Link'
import { LinkButton } from '#parts/LinkButton'
import { PageHeading } from '#parts/PageHeading'
import { Price } from '#parts/Price'
import { ordersQuery, serverNow, useBrand } from '#session'
import { AccountFrame } from './AccountFrame.tsx'
import styles from './OrdersPage.module.css'
import { ReservedOrder } from './ReservedOrder.tsx'

/** The customer's orders, in the lists that the brand shows. */
export const OrdersPage = () => (
  <AccountFrame>
    <OrderLists />
  </AccountFrame>
)

/** A performance belongs to the evening it is on: an order is upcoming until a day after it began. */
const dayMs = 24 * 60 * 60 * 1000

function OrderLists() {
  const t = useWords('account')
  const { orderLists } = useBrand().features
  // A mail about a reserved order leads to it, whatever lists the brand shows.
  const isLedToReserved = useSearchParams()[0].has('reserved')
  const { data } = useSuspenseQuery(ordersQuery)
  const isWaiting = ({ state }: OrderSummary): boolean => state === 'reserved' || state === 'in-basket'
  const kept = data.orders.filter((order) => order.state !== 'returned' && order.state !== 'failed' && !isWaiting(order))
  const upcoming = ({ firstAt }: OrderSummary): boolean => Date.parse(firstAt) + dayMs > serverNow()
  const lists = {
    reserved: data.orders.filter(isWaiting),
    upcoming: kept.filter(upcoming).toSorted((one, other) => one.firstAt.localeCompare(other.firstAt)),
    past: kept.filter((order) => !upcoming(order)),
    returned: data.orders.filter(({ state }) => state === 'returned'),
  }
  const shown = (['reserved', 'upcoming', 'past', 'returned'] as const).filter(
    (list) => (orderLists.includes(list) || (list === 'reserved' && isLedToReserved)) && (lists[list].length > 0 || list === 'upcoming'),
  )
  return (
    <>
      <PageHeading>{t('orders.title')}</PageHeading>
      {shown.map((list) => (
        <section key={list} aria-labelledby={`orders-${list}`} className={styles.list}>
          <h2 id={`orders-${list}`}>{t(`orders.${list}`)}</h2>
          {lists[list].length === 0 && (
            <div className={styles.empty}>
              <p>{t('orders.empty')}</p>
              <LinkButton to="/">{t('orders.emptyAction')}</LinkButton>
            </div>
          )}
          <ul role="list">
            {lists[list].map((order) =>
              isWaiting(order) ? <ReservedOrder key={order.number} order={order} /> : <OrderLine key={order.number} order={order} />,
            )}
          </ul>
        </section>
      ))}
    </>
  )
}

function OrderLine({ order }: { readonly order: OrderSummary }) {
  const t = useWords('account')
  const { dateAndTime } = useFormats()
  const { title, number, count, total, firstAt, timeZone, state } = order
  return (
    <li className={styles.order}>
      <h3>
        <Link to={`/account/your-orders/${encodeURIComponent(number)}`}>{title}</Link>
      </h3>
      <p>
        <time dateTime={firstAt}>{dateAndTime({ startsAt: firstAt, timeZone })}</time>
      </p>
      <p className={styles.facts}>
        {t('orders.count', { count })} · <Price amount={total} free /> · {t('orders.number', { number })}
        {state !== 'confirmed' && <strong> · {t(`state.${state}`)}</strong>}
      </p>
    </li>
  )
}
