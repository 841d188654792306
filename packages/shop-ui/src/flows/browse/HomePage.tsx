import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventSummary } from '@playhouse/api-client/contract'
import type { textsIn } from '@playhouse/domain/production-texts'
import { usePrefetch } from '#browser'
import { useFormats, useTexts, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { PerformanceList } from '#ticketing/PerformanceList'
import { Poster } from '#ticketing/Poster'
import { SkeletonBlock, Loading } from '#ui/Skeleton'
import { eventsQuery, useBrand } from '#server-state'
import { classNames } from '#theme'
import { EventCard } from './EventCard.tsx'
import { EventSearch } from './EventSearch.tsx'
import { matchesWords, nextPerformances } from './find-events.ts'
import { HomeOffers } from './HomeOffers.tsx'
import styles from './HomePage.module.css'
import { QueryProblem } from './QueryProblem.tsx'

/** The code of the next pages. */
const prefetchProductions = (): Promise<unknown> => import('./index.ts')

/**
 * The home page: a featured production, all productions as posters, the next performances with tickets, and the brand's other
 * sections.
 * @param isBuilt whether this build has a page at a path
 */
export function HomePage({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const t = useWords('browse')
  const brand = useBrand()
  const textsOf = useTexts()
  const { data, error, refetch } = useQuery(eventsQuery)
  const [words, setWords] = useState('')
  usePrefetch(prefetchProductions)
  if (error) return <QueryProblem error={error} onRetry={refetch} />
  if (!data)
    return (
      <Page>
        <Loading>
          <PageHeading hero title={t('home.title')}>
            {brand.tagline}
          </PageHeading>
          <SkeletonBlock height={28} />
        </Loading>
      </Page>
    )
  const upcoming = data.events.filter((event) => event.availability !== 'passed').map(textsOf)
  const first = upcoming.find((event) => event.next)
  const matchingEvents = upcoming.filter((event) => matchesWords(event, words))
  return (
    <Page>
      <PageHeading hero title={t('home.title')}>
        {brand.tagline}
      </PageHeading>
      {first && <Lead event={first} />}
      <section id="whats-on" aria-labelledby="whats-on-title" className={classNames(styles.section)}>
        <div className={styles.head}>
          <h2 id="whats-on-title">{t('home.whatsOn')}</h2>
          <EventSearch value={words} onChange={setWords} />
        </div>
        <p role="status" className={words ? styles.count : 'visually-hidden'}>
          {words && t('home.found', { count: matchingEvents.length })}
        </p>
        {matchingEvents.length === 0 && (
          <div className={styles.nothing}>
            <p className={styles.nothingTitle}>{t('home.nothing', { words: words.trim() })}</p>
            <p className={styles.soft}>{t('home.nothingHint')}</p>
            <Button onPress={() => setWords('')}>{t('home.showAll')}</Button>
          </div>
        )}
        <ul role="list" className={styles.posters}>
          {matchingEvents.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="next-title" className={classNames(styles.section)}>
        <h2 id="next-title">{t('home.next')}</h2>
        <ul role="list" className={styles.next}>
          {nextPerformances(upcoming).map((event) => (
            <li key={event.id} className={styles.soon}>
              <h3 lang={event.langOf('title')}>{event.title}</h3>
              <PerformanceList performances={[{ ...event.next, to: `/events/${event.id}/${event.next.id}` }]} />
            </li>
          ))}
        </ul>
      </section>
      <HomeOffers isBuilt={isBuilt} />
    </Page>
  )
}

function Lead({ event }: { readonly event: ReturnType<typeof textsIn<EventSummary>> }) {
  const t = useWords('browse')
  const { when } = useFormats()
  return (
    <section className={classNames(styles.lead)} aria-labelledby="lead-title">
      <Link to={`/events/${event.id}`} aria-hidden="true" tabIndex={-1} className={styles.picture}>
        <Poster title={event.title} poster={event.poster} image={event.image} wide />
      </Link>
      <div className={styles.text}>
        <h2 id="lead-title" lang={event.langOf('title')}>
          <Link to={`/events/${event.id}`}>{event.title}</Link>
        </h2>
        <p lang={event.langOf('tagline')} className={styles.tagline}>
          {event.tagline}
        </p>
        <p lang={event.langOf('credit')} className={styles.soft}>
          {event.credit}
        </p>
        {event.next && (
          <>
            <p>{t('home.nextPerformance', { when: when(event.next) })}</p>
            <p className={styles.actions}>
              <LinkButton look="primary" large to={`/events/${event.id}/${event.next.id}`}>
                {t('home.book')}
              </LinkButton>
              <LinkButton large to={`/events/${event.id}`}>
                {t('home.allDates')}
              </LinkButton>
            </p>
          </>
        )}
      </div>
    </section>
  )
}
