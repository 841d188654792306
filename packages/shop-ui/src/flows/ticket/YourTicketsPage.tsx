import { Navigate } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { StatusRegion } from '#ui/announce'
import { Button, buttonClasses } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { TicketCard } from '#ticketing/TicketCard'
import { type HeldTicketsQuery, useBrand, useHeldTickets } from '#server-state'
import styles from './Tickets.module.css'

/**
 * The tickets to show at the entrance. A separate page without the shop's layout, which needs neither session nor basket: offline
 * it shows the tickets that are stored on the device.
 */
export function YourTicketsPage() {
  const t = useWords('share')
  const { name } = useBrand()
  const query = useHeldTickets()
  if (!query.isFetching && !query.tickets && query.problem?.code === 'login-required')
    return <Navigate to="/login?next=/your-tickets" replace />
  return (
    <>
      <header className={styles.head} data-print="none">
        <p className={styles.house}>{name}</p>
        <nav aria-label={t('held.title')} className={styles.ways}>
          <a href="/account/your-orders">{t('held.orders')}</a>
          <a href="/">{t('held.home')}</a>
        </nav>
      </header>
      <main id="main">
        <Page width="reading">
          <div className={styles.stack}>
            <PageHeading>{t('held.title')}</PageHeading>
            <Freshness query={query} />
            <TicketsByPerformance query={query} />
          </div>
        </Page>
      </main>
      <StatusRegion />
    </>
  )
}

/** Whether the tickets are current or stored ones, and why. */
function Freshness({ query: { tickets: heldTickets, problem, refetch } }: { readonly query: HeldTicketsQuery }) {
  const t = useWords('share')
  const { instant } = useFormats()
  if (!heldTickets) return problem ? <p>{t('held.nothingKept')}</p> : null
  if (!problem) return <p className={styles.lead}>{t('held.lead')}</p>
  const when = instant(heldTickets.keptAt)
  if (problem.code === 'service-unavailable')
    return (
      <Notice tone="warning" role="status" title={t('held.offlineTitle')}>
        <p>{t('held.offline', { when })}</p>
        <NoticeActions>
          <Button onPress={refetch}>{t('held.again')}</Button>
        </NoticeActions>
      </Notice>
    )
  if (problem.code === 'login-required')
    return (
      <Notice role="status" title={t('held.signInTitle')}>
        <p>{t('held.signIn', { when })}</p>
        <NoticeActions>
          <a href="/login?next=/your-tickets" className={buttonClasses({})}>
            {t('held.signInAction')}
          </a>
        </NoticeActions>
      </Notice>
    )
  return (
    <>
      <ProblemNotice problem={problem} onRetry={refetch} />
      <p>{t('held.kept', { when })}</p>
    </>
  )
}

function TicketsByPerformance({
  query: { tickets: heldTickets, problem, isFetching: isAsking, refetch },
}: {
  readonly query: HeldTicketsQuery
}) {
  const { isTestShop } = useBrand()
  const t = useWords('share')
  const { dateAndTime } = useFormats()
  if (isAsking)
    return (
      <Loading>
        <SkeletonBlock height={18} />
      </Loading>
    )
  if (!heldTickets) return problem ? <ProblemNotice problem={problem} onRetry={refetch} /> : null
  if (heldTickets.tickets.length === 0)
    return (
      <>
        <p>{t('held.none')}</p>
        <div className={styles.ways}>
          <a href="/" className={buttonClasses({})}>
            {t('held.noneAction')}
          </a>
        </div>
      </>
    )
  const evenings = [...Map.groupBy(heldTickets.tickets, ({ instance }) => instance).values()]
  return evenings.map((tickets) => {
    const { instance, title } = tickets[0]!
    return (
      <section key={instance} className={styles.stack}>
        <h2>
          {title}, {dateAndTime(tickets[0]!)}
        </h2>
        {tickets.map((ticket, index) => (
          <TicketCard key={ticket.id} ticket={ticket} index={index} count={tickets.length} isTest={isTestShop}>
            <p className={styles.small}>{t('held.order', { number: ticket.order })}</p>
          </TicketCard>
        ))}
      </section>
    )
  })
}
