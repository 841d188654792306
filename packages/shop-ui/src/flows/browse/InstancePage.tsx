import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Instance, Prices } from '@playhouse/api-client/contract'
import { bands, type Band } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { bookable } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import { AccessTags } from '#parts/AccessTags'
import { AvailabilityBadge } from '#parts/AvailabilityBadge'
import { Breadcrumb } from '#parts/Breadcrumb'
import { Button } from '#parts/Button'
import { Dialog } from '#parts/Dialog'
import { LinkButton } from '#parts/LinkButton'
import { Notice } from '#parts/Notice'
import { Page } from '#parts/Page'
import { PageHeading } from '#parts/PageHeading'
import { PerformanceList } from '#parts/PerformanceList'
import { Price } from '#parts/Price'
import { ProblemNotice } from '#parts/ProblemNotice'
import { Loading, SkeletonBlock } from '#parts/Skeleton'
import { instanceQuery, planQuery, pricesQuery, queryClient, useBrand } from '#session'
import { classNames } from '#theme'
import styles from './InstancePage.module.css'
import { QueryProblem } from './QueryProblem.tsx'

/** One evening: when, what it costs, and two ways to the same seats. */
export function InstancePage() {
  const t = useWords('browse')
  const formats = useFormats()
  const { event = '', instance: id = '' } = useParams()
  const { data: instance, error, refetch } = useQuery(instanceQuery(id))
  if (error) return <QueryProblem error={error} onRetry={refetch} />
  if (!instance)
    return (
      <Page>
        <Loading>
          <SkeletonBlock height={24} />
        </Loading>
      </Page>
    )
  if (instance.event !== event) return <ProblemPage problem={problem('instance-unavailable')} />
  const { production } = instance
  const closed = whyClosed(instance)
  return (
    <Page>
      <Breadcrumb
        crumbs={[
          { label: t('home.whatsOn'), to: '/#whats-on' },
          { label: production.title, to: `/events/${event}` },
          { label: formats.day(instance) },
        ]}
      />
      <PageHeading title={`${production.title}, ${formats.when(instance)}`} lang={production.copyLanguage}>
        {production.title}
      </PageHeading>
      <div className={classNames(styles.when)}>
        <p className={styles.date}>{formats.dateAndTime(instance)}</p>
        <p className={styles.soft}>{instance.hallName}</p>
        <p className={styles.facts}>
          <AvailabilityBadge availability={instance.availability} />
          <AccessTags tags={instance.accessTags} />
        </p>
        <ChangeDate instance={instance} />
      </div>
      {closed ? <ProblemNotice problem={closed} /> : <Ways instance={instance} />}
    </Page>
  )
}

function ProblemPage({ problem: reason }: { readonly problem: Problem }) {
  const t = useWords('browse')
  return (
    <Page>
      <PageHeading>{t('problem.title')}</PageHeading>
      <ProblemNotice problem={reason} />
    </Page>
  )
}

/** Why this evening can't be booked here and now. */
function whyClosed({ availability, generalSaleAt }: Instance): Problem | undefined {
  if (bookable(availability)) return undefined
  if (availability === 'passed') return problem('instance-passed')
  if (availability === 'cancelled') return problem('instance-cancelled')
  if (availability === 'sold-out') return problem('instance-sold-out')
  if (availability === 'priority') return problem('instance-priority', { generalSaleAt })
  return problem('instance-off-sale')
}

function Ways({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { limits, contact } = useBrand()
  const { data: prices } = useQuery(pricesQuery(instance.id))
  const seats = `/events/${instance.event}/${instance.id}/syos/all`
  useEffect(() => {
    const fetchMap = (): void => {
      void import('@playhouse/seatmap')
      void queryClient.prefetchQuery(planQuery(instance.hall, instance.planVersion))
    }
    // Safari has no idle callback.
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(fetchMap) : setTimeout(fetchMap, 1500)
    return () => ('cancelIdleCallback' in window ? cancelIdleCallback(idle as number) : clearTimeout(idle))
  }, [instance.hall, instance.planVersion])
  return (
    <>
      <section aria-labelledby="ways-title" className={classNames(styles.ways)}>
        <h2 id="ways-title">{t('ways.title')}</h2>
        <p>{t('ways.limit', { count: limits.ticketsPerOrder })}</p>
        <p className={styles.actions}>
          <LinkButton look="primary" large to={seats}>
            {t('ways.map')}
          </LinkButton>
          <LinkButton large to={`${seats}?list`}>
            {t('ways.list')}
          </LinkButton>
        </p>
      </section>
      {prices && <PriceTable prices={prices} />}
      <Notice title={t('access.title')}>
        <p>{t('access.text', { phone: contact.phone, email: contact.email })}</p>
      </Notice>
    </>
  )
}

function PriceTable({ prices }: { readonly prices: Prices }) {
  const t = useWords('browse')
  const sold = new Set(prices.seatBands.map(([band]) => bands[band]))
  const shown = bands.filter((band): band is Band => sold.has(band) && prices.prices[band] !== undefined)
  return (
    <section aria-labelledby="prices-title" className={classNames(styles.prices)}>
      <h2 id="prices-title">{t('prices.title')}</h2>
      <p className={styles.soft}>{t('feesInside')}</p>
      <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby="prices-title">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('prices.band')}</th>
              {prices.priceTypes.map((type) => (
                <th key={type.id} scope="col">
                  {type.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((band) => (
              <tr key={band}>
                <th scope="row">
                  <span className={styles.dot} data-band={band} aria-hidden="true" />
                  {t(`band.${band}`)}
                </th>
                {prices.priceTypes.map((type) => {
                  const price = prices.prices[band]?.[type.id]
                  return <td key={type.id}>{price ? <Price amount={price.price} free /> : '–'}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function ChangeDate({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const [isOpen, setOpen] = useState(false)
  if (instance.others.length === 0) return null
  const lines = [instance, ...instance.others].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('changeDate')}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('changeDate')} wide>
        <PerformanceList performances={lines.map((line) => ({ ...line, to: `/events/${line.event}/${line.id}` }))} current={instance.id} />
      </Dialog>
    </>
  )
}
