import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { OrderSummary } from '@playhouse/api-client/contract'
import type { AccountSettings } from '@playhouse/domain/account'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords, useTheatreLanguage } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { PageHeading } from '#ui/PageHeading'
import { useItemName } from '#ticketing/ItemText'
import { Price } from '#ticketing/Price'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { ordersQuery, useBrand } from '#server-state'
import pageStyles from './AccountPage.module.css'
import { GuestOrders } from './GuestOrders.tsx'
import styles from './OrdersPage.module.css'
import { hasPerformance, isCurrent, isReserved, sortOrders } from './order-lists.ts'
import { ReservedOrder } from './ReservedOrder.tsx'
import { TicketSubscriptions } from './TicketSubscriptionsPage.tsx'

type Venue = AccountSettings['venues'][number]

/** The lists of orders that the brand shows, of all venues or of one. */
export function OrderLists({ venue }: { readonly venue?: Venue }) {
  const t = useWords('account')
  const { features, account } = useBrand()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  // The mail about a reserved order links here, also for a brand that does not show that list.
  const isLedToReserved = useSearchParams()[0].has('reserved')
  const { data } = useSuspenseQuery(ordersQuery)
  const sorted = sortOrders(venue ? data.orders.filter(({ hall }) => hall !== null && venue.halls.includes(hall)) : data.orders)
  const isPastShown = features.orderLists.includes('past')
  const lists = isPastShown ? sorted : { ...sorted, upcoming: [...sorted.upcoming, ...sorted.past.filter(isCurrent)] }
  const shownLists = (['reserved', 'upcoming', 'past', 'returned'] as const).filter(
    (list) =>
      (features.orderLists.includes(list) || (list === 'reserved' && isLedToReserved)) && (lists[list].length > 0 || list === 'upcoming'),
  )
  const venuesWithOrders = account.venues.filter(({ halls }) => data.orders.some(({ hall }) => hall !== null && halls.includes(hall)))
  return (
    <>
      {venue ? (
        <>
          <Breadcrumb crumbs={[{ label: t('orders.title'), to: '/account/your-orders' }, { label: venue.name }]} />
          <PageHeading>{t('profile:orders.atVenue', { venue: venue.name })}</PageHeading>
        </>
      ) : (
        <PageHeading>{t('orders.title')}</PageHeading>
      )}
      {shownLists.map((list) => (
        <section key={list} aria-labelledby={`orders-${list}`} className={styles.list}>
          <h2 id={`orders-${list}`}>{t(`orders.${list}`)}</h2>
          {lists[list].length === 0 && (
            <div className={pageStyles.empty}>
              <p>{t('orders.empty')}</p>
              <LinkButton to="/">{t('orders.emptyAction')}</LinkButton>
            </div>
          )}
          <ul role="list">
            {lists[list].map((order) =>
              isReserved(order) && hasPerformance(order) ? (
                <ReservedOrder key={order.number} order={order} />
              ) : (
                <OrderLine key={order.number} order={order} />
              ),
            )}
          </ul>
        </section>
      ))}
      {!venue && features.orderLists.includes('subscriptions') && (
        <section aria-labelledby="orders-subscriptions" className={styles.list}>
          <h2 id="orders-subscriptions">{t('profile:page.your-ticket-subscriptions')}</h2>
          <TicketSubscriptions />
        </section>
      )}
      {!venue && <GuestOrders />}
      {!venue && venuesWithOrders.length > 1 && (
        <nav aria-labelledby="orders-venues" className={styles.list}>
          <h2 id="orders-venues">{t('profile:orders.byVenue')}</h2>
          <ul role="list" lang={lang}>
            {venuesWithOrders.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/account/your-orders/${id}`} className={styles.venue}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

function OrderLine({ order }: { readonly order: OrderSummary }) {
  const t = useWords('account')
  const { dateAndTime, list, money } = useFormats()
  const itemName = useItemName()
  const { timeZone: theatreTimeZone } = useBrand()
  const locale = useLocale()
  const { number, count, packages = [], items, total, placedAt, state, credited } = order
  const counts = [
    ...(count > 0 ? [t('orders.count', { count })] : []),
    ...(count > 0 && items.length > 0 ? [t('part:items', { count: items.length })] : []),
  ]
  return (
    <li className={styles.order}>
      <h3>
        <Link to={`/account/your-orders/${encodeURIComponent(number)}`}>
          {hasPerformance(order) ? <ProductionTitle of={order} /> : list(items.map(itemName))}
        </Link>
      </h3>
      <p>
        {hasPerformance(order) ? (
          <time dateTime={order.firstAt}>{dateAndTime({ startsAt: order.firstAt, timeZone: order.timeZone })}</time>
        ) : (
          <time dateTime={placedAt}>{t('orders.placed', { when: dateAndTime({ startsAt: placedAt, timeZone: theatreTimeZone }) })}</time>
        )}
      </p>
      <p className={styles.facts}>
        {packages.map((name) => `${textIn(name, locale)} · `)}
        {counts.map((text) => `${text} · `)}
        <Price amount={total} free /> · {t('orders.number', { number })}
        {state !== 'confirmed' && <strong> · {t(`state.${state}`)}</strong>}
        {credited > 0 && <> · {t('orders.credited', { amount: money(credited) })}</>}
      </p>
      {order.isGroup && (
        <p>
          <Link to={`/account/your-orders/${encodeURIComponent(number)}?names`}>{t('orders.names')}</Link>
        </p>
      )}
    </li>
  )
}
