import { useState } from 'react'
import { bookable } from '@playhouse/domain/season'
import { seriesPathOf } from '@playhouse/domain/series-path'
import { serverNow } from '#browser'
import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice } from '#ui/Notice'
import { DateOfSeries } from './DateOfSeries.tsx'
import { DiscountSteps } from './DiscountSteps.tsx'
import { RenewalNotice } from './RenewalNotice.tsx'
import { type Series, SeriesFrame } from './SeriesFrame.tsx'
import styles from './SeriesPages.module.css'
import { useBrand } from '#server-state'
import { useTheatreText } from '#ticketing/TheatreText'

/** A fixed series: the same seats on its dates. The route's guard requires that the brand sells series. */
export const SeriesPage = () => <SeriesFrame>{(series) => <SeriesOffer {...series} />}</SeriesFrame>

function SeriesOffer({ id, view, dates }: Series) {
  const t = useWords('subscription')
  const part = useWords('part')
  const { instant } = useFormats()
  const textOf = useTheatreText(useBrand().defaultLocale)
  const [now] = useState(serverNow)
  const summary = textOf(view.summary)
  const open = dates.filter(({ availability }) => bookable(availability)).length
  const isFixed = view.least === dates.length
  return (
    <div className={styles.content}>
      <p lang={summary.lang}>{summary.text}</p>
      <p>{isFixed ? t('ruleAll', { count: view.least }) : t('ruleSome', { least: view.least, most: Math.min(view.most, dates.length) })}</p>
      <DiscountSteps pricing={view.pricing} />
      <section aria-labelledby="dates-of-series" className={styles.section}>
        <h2 id="dates-of-series">{t('dates')}</h2>
        <ul role="list" className={styles.dates}>
          {dates.map((date) => (
            <li key={date.instance}>
              <DateOfSeries date={date} />
              <span className={styles.soft}>{part(`availability.${date.availability}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      {!view.isOnSale && (
        <Notice title={t('closed')}>
          {view.saleFrom !== null && Date.parse(view.saleFrom) > now && t('opens', { at: instant(view.saleFrom) })}
        </Notice>
      )}
      {view.isOnSale && open >= view.least && <RenewalNotice id={id} view={view} dates={dates} />}
      {view.isOnSale && open < view.least && <Notice title={t('tooFew')}>{t('tooFewText', { count: view.least })}</Notice>}
      {view.isOnSale && open >= view.least && (
        <div>
          <LinkButton look="primary" large to={seriesPathOf(id, 'choose-dates')}>
            {t('start')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
