import { CalendarDays, ShoppingBag } from 'lucide-react'
import { memo } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { useFormats, useTexts, useWords } from '#i18n'
import { HoldTimer } from '#ticketing/HoldTimer'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { useTimeLeft } from '#browser'
import { useBasket, useBrand } from '#server-state'
import styles from './SeatBar.module.css'

/**
 * The performance in one line: title, date, a link to other dates, and the remaining time of the hold. It is not rendered again with the
 * seat screen: the basket that arrives meanwhile would make React render that screen once more, in one task.
 */
export const SeatBar = memo(function SeatBar({ instance }: { readonly instance: Instance }) {
  const t = useWords('seat')
  const { when } = useFormats()
  const production = useTexts()(instance.production)
  return (
    <header className={styles['bar']}>
      <div className={styles['facts']}>
        <PageHeading title={t('title', { title: production.title })} lang={production.langOf('title')}>
          {production.title}
        </PageHeading>
        <p className={styles['when']}>
          <time dateTime={instance.startsAt}>{when(instance)}</time>
          <span aria-hidden="true"> · </span>
          <span className={styles['hall']}>{instance.hallName}</span>
        </p>
      </div>
      <Link to={`/events/${instance.event}/${instance.id}?dates`} className={styles['change']}>
        <CalendarDays aria-hidden="true" />
        <span className={styles['changeWord']}>{t('bar.changeDate')}</span>
      </Link>
      <HeldTickets />
    </header>
  )
})

/** A separate component, so that the timer re-renders nothing else. */
function HeldTickets() {
  const t = useWords('seat')
  const { limits } = useBrand()
  const { tickets, deadline } = useBasket()
  const timeLeft = useTimeLeft(deadline)
  if (tickets.length === 0) return null
  return (
    <div className={styles['held']}>
      <Link to="/checkout/basket" className={styles['basket']}>
        <ShoppingBag aria-hidden="true" />
        {t('bar.held', { count: tickets.length })}
      </Link>
      {timeLeft !== undefined && <HoldTimer millisecondsLeft={timeLeft} holdSeconds={limits.holdSeconds} />}
    </div>
  )
}
