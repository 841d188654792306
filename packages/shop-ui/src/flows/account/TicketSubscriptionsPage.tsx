import { useSuspenseQuery } from '@tanstack/react-query'
import { serverNow } from '#browser'
import { useBrand } from '#server-state'
import { useFormats, useTexts, useWords, useDayFormat, useTheatreLanguage } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { calendarDay } from '@playhouse/domain/calendar'
import { flexPath } from '@playhouse/domain/flex-path'
import { Link } from '#ui/Link'
import { Price } from '#ticketing/Price'
import styles from './AccountPage.module.css'
import { subscriptionsQuery } from './queries.ts'

/** The page of the customer's ticket subscriptions. */
export function TicketSubscriptionsPage() {
  const t = useWords('profile')
  return (
    <>
      <PageHeading>{t('page.your-ticket-subscriptions')}</PageHeading>
      <TicketSubscriptions />
    </>
  )
}

/** The customer's ticket subscriptions: price, dates, and vouchers available and used. */
export function TicketSubscriptions() {
  const t = useWords('profile')
  const day = useDayFormat()
  const { dateAndTime } = useFormats()
  const textsOf = useTexts()
  const { defaultLocale, timeZone } = useBrand()
  const lang = useTheatreLanguage(defaultLocale)
  const today = calendarDay(new Date(serverNow()).toISOString(), timeZone)
  const { subscriptions } = useSuspenseQuery(subscriptionsQuery).data
  if (subscriptions.length === 0) return <p className={styles.empty}>{t('subscription.none')}</p>
  return (
    <ul role="list" className={styles.cards}>
      {subscriptions.map(
        ({ id, name, pricingStructure, price, issuedOn, expiresOn, vouchersAvailable, vouchersUsed, uses, flex, isReturned }) => (
          <li key={id} className={styles.card}>
            <strong lang={lang}>{name}</strong>
            {pricingStructure !== '' && <p lang={lang}>{pricingStructure}</p>}
            {isReturned && <p>{t('subscription.returned')}</p>}
            <dl className={styles.facts}>
              <dt>{t('subscription.price')}</dt>
              <dd>
                <Price amount={price} />
              </dd>
              <dt>{t('subscription.issued')}</dt>
              <dd>{day(issuedOn)}</dd>
              <dt>{t('membership.expires')}</dt>
              <dd>{day(expiresOn)}</dd>
              <dt>{t('subscription.available')}</dt>
              <dd>{vouchersAvailable}</dd>
              <dt>{t('subscription.used')}</dt>
              <dd>{vouchersUsed}</dd>
            </dl>
            {uses.length > 0 && (
              <>
                <p id={`uses-${id}`}>{t('subscription.history')}</p>
                <ul aria-labelledby={`uses-${id}`}>
                  {uses.map((use, nth) => (
                    <li key={nth}>
                      <Link to={`/account/your-orders/${use.order}`}>
                        {t('subscription.use', { title: textsOf(use).title, when: dateAndTime(use) })}
                      </Link>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {!isReturned && vouchersAvailable > 0 && (
              <p>{t(expiresOn < today ? 'subscription.expired' : flex === null ? 'subscription.boxOffice' : 'subscription.online')}</p>
            )}
            {flex !== null && (
              <p>
                <Link to={flexPath(flex)}>{t('subscription.more')}</Link>
              </p>
            )}
          </li>
        ),
      )}
    </ul>
  )
}
