import { FileText } from 'lucide-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFile } from '#browser'
import { useFormats, useWords, useTexts } from '#i18n'
import { buttonClasses } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { RadioCards } from '#form/RadioCards'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { ordersQuery } from '#server-state'
import styles from './AccountPage.module.css'
import { hasPerformance, isUpcoming } from './order-lists.ts'

const layouts = ['ticket-per-page', 'performance-per-page'] as const
type Layout = (typeof layouts)[number]

/** PDFs of upcoming tickets: one ticket to a page, or all tickets of a performance together. */
export function PrintTicketsPage() {
  const t = useWords('profile')
  const textsOf = useTexts()
  const { dateAndTime } = useFormats()
  const [layout, setLayout] = useState<Layout>('ticket-per-page')
  const { orders } = useSuspenseQuery(ordersQuery).data
  const printable = orders.filter(hasPerformance).filter((order) => order.state === 'confirmed' && isUpcoming(order))
  return (
    <>
      <PageHeading>{t('page.print-at-home-tickets')}</PageHeading>
      {printable.length === 0 ? (
        <p className={styles.empty}>{t('print.none')}</p>
      ) : (
        <>
          <RadioCards
            name="layout"
            label={t('print.layout')}
            value={layout}
            onChange={setLayout}
            cards={layouts.map((value) => ({ value, label: t(`print.${value}`), hint: t(`print.${value}-hint`) }))}
          />
          <ul role="list" className={styles.cards}>
            {printable.map(({ number, firstAt, timeZone, count, ...order }) => (
              <li key={number} className={styles.card}>
                <h2>
                  <ProductionTitle of={order} />
                </h2>
                <p>
                  <time dateTime={firstAt}>{dateAndTime({ startsAt: firstAt, timeZone })}</time>
                </p>
                <p className={styles.note}>
                  {t('account:orders.count', { count })} · {t('account:orders.number', { number })}
                </p>
                <a
                  href={apiFile(`/api/me/orders/${encodeURIComponent(number)}/tickets.pdf?layout=${layout}`)}
                  download
                  className={buttonClasses({ look: 'primary' })}
                  aria-label={t('print.downloadThis', { title: textsOf(order).title })}
                >
                  <FileText aria-hidden="true" />
                  {t('print.download')}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
