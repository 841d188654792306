import { useQuery } from '@tanstack/react-query'
import type { Ticket } from '@playhouse/api-client/contract'
import { useFormats, useWords, useTexts } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { useSeatName } from '#ticketing/SeatName'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { orderQuery, ordersQuery } from '#server-state'
import styles from './AccountOverviewPage.module.css'
import { isUpcoming, type OrderWithPerformance, sortOrders } from './order-lists.ts'

/** The customer's next performance: title, time, seats and a link to the tickets. */
export function NextPerformance() {
  const t = useWords('profile')
  const { data, isPending } = useQuery(ordersQuery)
  const next = data && sortOrders(data.orders).upcoming[0]
  return (
    <section aria-labelledby="front-next" className={styles.section}>
      <h2 id="front-next">{t('front.next')}</h2>
      {isPending && (
        <Loading>
          <SkeletonBlock height={9} />
        </Loading>
      )}
      {next ? (
        <PerformanceSummary order={next} />
      ) : (
        !isPending && (
          <div className={styles.next}>
            <p>{t('front.none')}</p>
            <LinkButton to="/">{t('front.book')}</LinkButton>
          </div>
        )
      )}
    </section>
  )
}

function PerformanceSummary({ order }: { readonly order: OrderWithPerformance }) {
  const t = useWords('profile')
  const { dateAndTime } = useFormats()
  const seatName = useSeatName()
  const tickets = ticketsOfFirstPerformance(useQuery(orderQuery(order.number)).data?.tickets ?? [])
  const performance = tickets[0] ?? { ...order, startsAt: order.firstAt, hallName: undefined }
  const { startsAt, timeZone, hallName } = performance
  const { title } = useTexts()(performance)
  return (
    <div className={styles.next}>
      <h3>
        <ProductionTitle of={performance} />
      </h3>
      <p>
        <time dateTime={startsAt}>{dateAndTime({ startsAt, timeZone })}</time>
        {hallName && <> · {hallName}</>}
      </p>
      <ul role="list" className={styles.seats}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>{seatName(ticket)}</li>
        ))}
      </ul>
      {order.state === 'confirmed' ? (
        <LinkButton
          to={`/account/your-orders/${encodeURIComponent(order.number)}`}
          look="primary"
          aria-label={t('front.ticketsFor', { title })}
        >
          {t('front.tickets')}
        </LinkButton>
      ) : (
        <p>{t(order.state === 'on-hold' ? 'front.on-hold' : 'front.confirming')}</p>
      )}
    </div>
  )
}

/** The tickets of an order's earliest performance that is not over. */
function ticketsOfFirstPerformance(tickets: readonly Ticket[]): readonly Ticket[] {
  const [first] = tickets
    .filter(({ startsAt }) => isUpcoming({ firstAt: startsAt }))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return first ? tickets.filter(({ instance }) => instance === first.instance) : []
}
