import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { useTexts, useWords } from '#i18n'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Poster } from '#ticketing/Poster'
import { PriceFrom } from '#ticketing/Price'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import { StructuredText } from '#ui/StructuredText'
import { foodPathOf } from '@playhouse/domain/food-path'
import { problem } from '@playhouse/domain/problem'
import { eventQuery, useBrand } from '#server-state'
import { classNames } from '#theme'
import { AlsoOn } from './AlsoOn.tsx'
import styles from './EventPage.module.css'
import { Performances } from './Performances.tsx'
import { ProductionFacts } from './ProductionFacts.tsx'
import { QueryProblem } from './QueryProblem.tsx'

/** Few brands sell packages. */
const PackagesOfEvent = lazy(async () => ({ default: (await import('./PackagesOfEvent.tsx')).PackagesOfEvent }))

/** Few productions have pictures. */
const Gallery = lazy(async () => ({ default: (await import('./Gallery.tsx')).Gallery }))

/** Page of a production: description, audience, and all performances. */
export function EventPage() {
  const t = useWords('browse')
  const { event: id = '' } = useParams()
  const { packages } = useBrand()
  const textsOf = useTexts()
  const { data, error, refetch } = useQuery(eventQuery(id))
  if (error) return <QueryProblem error={error} onRetry={refetch} />
  if (!data)
    return (
      <Page>
        <Loading>
          <div className={classNames(styles.top)}>
            <SkeletonBlock ratio={0.75} />
            <div>
              <SkeletonLine share={0.7} />
              <SkeletonLine />
              <SkeletonLine share={0.9} />
            </div>
          </div>
        </Loading>
      </Page>
    )
  // A former address.
  if (data.id !== id) return <Navigate to={`/events/${data.id}`} replace />
  const event = textsOf(data)
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('home.whatsOn'), to: '/#whats-on' }, { label: event.title }]} />
      <div className={classNames(styles.top)}>
        <div className={styles.poster}>
          <Poster title={event.title} credit={event.credit} poster={event.poster} image={event.image} />
        </div>
        <div className={styles.text}>
          <PageHeading hero lang={event.langOf('title')}>
            {event.title}
          </PageHeading>
          <p lang={event.langOf('tagline')} className={styles.tagline}>
            {event.tagline}
          </p>
          <p lang={event.langOf('credit')} className={styles.soft}>
            {event.credit}
          </p>
          <p className={styles.facts}>
            <AvailabilityBadge availability={event.availability} />
            {event.priceFrom !== null && <PriceFrom amount={event.priceFrom} />}
            <span className={styles.soft}>{t('feesInside')}</span>
          </p>
          {event.closed ? (
            <ProblemNotice problem={problem(event.closed)} bare />
          ) : (
            <p>
              <LinkButton look="primary" large to="#dates">
                {t('dates.choose')}
              </LinkButton>
            </p>
          )}
          <div lang={event.langOf('synopsis')} className={styles.synopsis}>
            <StructuredText blocks={event.synopsis} />
          </div>
          <ProductionFacts production={event} />
          {event.hasFood && (
            <p>
              <Link to={foodPathOf(event.id)}>{t('food')}</Link>
            </p>
          )}
        </div>
      </div>
      {event.gallery && (
        <Suspense>
          <Gallery pictures={event.gallery} />
        </Suspense>
      )}
      {event.closed === 'event-passed' ? (
        <AlsoOn excludedProduction={event.id} />
      ) : (
        <>
          <Performances event={event} />
          {packages && (
            <Suspense>
              <PackagesOfEvent event={event.id} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  )
}
