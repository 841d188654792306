import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { bookable } from '@playhouse/domain/season'
import { useFormats, useTexts, useWords } from '#i18n'
import { AccessTags } from '#ticketing/AccessTags'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Poster } from '#ticketing/Poster'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { instanceQuery, pricesQuery, useBrand } from '#server-state'
import { classNames } from '#theme'
import { BallotOffer } from './BallotOffer.tsx'
import { ChangeDate } from './ChangeDate.tsx'
import { ClosedInstance } from './ClosedInstance.tsx'
import styles from './InstancePage.module.css'
import { PriceTable } from './PriceTable.tsx'
import { ProductionFacts } from './ProductionFacts.tsx'
import { QueryProblem } from './QueryProblem.tsx'
import { WaitingRoomNotice } from './WaitingRoomNotice.tsx'
import { VisitExtras } from './VisitExtras.tsx'
import { SeatSelectionLinks } from './SeatSelectionLinks.tsx'

/** Page of a performance: date, prices, and three ways to choose seats; or why it can't be booked, and alternatives. */
export function InstancePage() {
  const { event = '', instance: id = '' } = useParams()
  const { data: instance, error, refetch } = useQuery(instanceQuery(id))
  if (error) return <QueryProblem error={error} onRetry={refetch} />
  // A former address of its production.
  if (instance && instance.event !== event) return <Navigate to={`/events/${instance.event}/${id}`} replace />
  return <Page>{instance ? <PerformanceDetails instance={instance} /> : <PerformanceSkeleton />}</Page>
}

function PerformanceDetails({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const formats = useFormats()
  const production = useTexts()(instance.production)
  const isOpen = bookable(instance.availability)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: t('home.whatsOn'), to: '/#whats-on' },
          { label: production.title, to: `/events/${instance.event}` },
          { label: formats.day(instance) },
        ]}
      />
      <div className={classNames(styles.evening)}>
        <div className={styles.poster}>
          <Poster title={production.title} poster={production.poster} image={production.image} />
        </div>
        <div className={styles.text}>
          <div className={styles.when}>
            <PageHeading title={`${production.title}, ${formats.when(instance)}`} lang={production.langOf('title')}>
              {production.title}
            </PageHeading>
            <p className={styles.date}>
              <time dateTime={instance.startsAt}>{formats.dateAndTime(instance)}</time>
            </p>
            <p className={styles.soft}>{instance.hallName}</p>
            <div className={styles.facts}>
              {/* Other visitors of a performance for members read below whom it is for, not that it is not on sale yet. */}
              {instance.restrictedTo.length === 0 && <AvailabilityBadge availability={instance.availability} />}
              <AccessTags tags={instance.accessTags} />
            </div>
            <ChangeDate instance={instance} />
          </div>
          <WaitingRoomNotice instance={instance} />
          {isOpen ? <SeatSelectionLinks instance={instance} /> : <ClosedInstance instance={instance} />}
          {isOpen && <Prices instance={instance.id} />}
          {instance.hasDaySeats && <BallotOffer instance={instance} />}
          <VisitExtras instance={instance} />
          <section aria-labelledby="facts-title" className={styles.section}>
            <h2 id="facts-title">{t('facts.title')}</h2>
            <ProductionFacts production={production} />
          </section>
          <Access instance={instance} />
        </div>
      </div>
    </>
  )
}

function Prices({ instance }: { readonly instance: string }) {
  const { data } = useQuery(pricesQuery(instance))
  return data ? <PriceTable prices={data} /> : <SkeletonBlock height={22} />
}

/** Access services of the performance, and how to book with access needs. */
function Access({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { contact } = useBrand()
  return (
    <section aria-labelledby="access-title" className={classNames(styles.section)}>
      <h2 id="access-title">{t('access.title')}</h2>
      {instance.accessTags.length > 0 && (
        <ul className={styles.tags}>
          {instance.accessTags.map((tag) => (
            <li key={tag}>{t(`accessTag.${tag}`)}</li>
          ))}
        </ul>
      )}
      <p className={styles.measure}>{t('access.text', { phone: contact.phone, email: contact.email })}</p>
    </section>
  )
}

const PerformanceSkeleton = () => (
  <Loading>
    <div className={classNames(styles.evening)}>
      <div className={styles.poster}>
        <SkeletonBlock ratio={0.75} />
      </div>
      <div className={styles.text}>
        <SkeletonLine share={0.6} />
        <SkeletonLine share={0.4} />
        <SkeletonBlock height={12} />
        <SkeletonBlock height={22} />
      </div>
    </div>
  </Loading>
)
