import { CalendarDays, List } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { Event } from '@playhouse/api-client/contract'
import { type AccessTag, accessTags } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import { prefetchOnApproach, usePrefetch } from '#browser'
import { instanceQuery, queryClient } from '#server-state'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { AccessFilter } from '#ticketing/AccessFilter'
import { MonthStrip } from '#ticketing/MonthStrip'
import { PerformanceList } from '#ticketing/PerformanceList'
import { PickOne } from '#ui/PickOne'
import { classNames } from '#theme'
import { monthsOf } from './months.ts'
import styles from './Performances.module.css'

const fetchCalendar = () => import('./PerformanceCalendar.tsx')
const PerformanceCalendar = lazy(async () => ({ default: (await fetchCalendar()).PerformanceCalendar }))

const prefetchInstance = (id: string) => prefetchOnApproach(() => queryClient.prefetchQuery(instanceQuery(id)))

const wideScreen = '(min-width: 56rem)'
const watchWidth = (onChange: () => void): (() => void) => {
  const query = matchMedia(wideScreen)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Upcoming performances by month, as a list or a calendar, with a filter by access service. */
export function Performances({ event }: { readonly event: Event }) {
  const t = useWords('browse')
  const { month: monthName } = useFormats()
  const [selectedTags, setWanted] = useState<readonly AccessTag[]>([])
  const [as, setAs] = useState<'list' | 'calendar'>('list')
  const [selectedMonth, setPicked] = useState<string>()
  // The calendar's seven columns need a wide screen; phones have the list.
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wideScreen).matches,
    () => true,
  )
  usePrefetch(fetchCalendar)
  const upcoming = event.instances.filter((instance) => instance.availability !== 'passed')
  const withTags = (tags: readonly AccessTag[]) =>
    tags.length === 0 ? upcoming : upcoming.filter((instance) => instance.accessTags.some((tag) => tags.includes(tag)))
  const months = monthsOf(withTags(selectedTags))
  const month = months.find((each) => each.id === selectedMonth) ?? months[0]
  const offeredTags = accessTags.filter((tag) => upcoming.some((instance) => instance.accessTags.includes(tag)))
  const filterByTags = (tags: readonly AccessTag[]): void => {
    setWanted(tags)
    announce(t('dates.found', { count: withTags(tags).length }))
  }
  return (
    <section id="dates" aria-labelledby="dates-title" className={classNames(styles.dates)}>
      <div className={styles.head}>
        <h2 id="dates-title">{t('dates.title')}</h2>
        {isWide && (
          <PickOne
            label={t('dates.as')}
            choices={[
              {
                value: 'list',
                face: (
                  <>
                    <List aria-hidden="true" />
                    {t('dates.list')}
                  </>
                ),
              },
              {
                value: 'calendar',
                face: (
                  <>
                    <CalendarDays aria-hidden="true" />
                    {t('dates.calendar')}
                  </>
                ),
              },
            ]}
            value={as}
            onPick={setAs}
            className={classNames(styles.as)}
            choiceClassName={classNames(styles.choice)}
          />
        )}
      </div>
      <AccessFilter label={t('dates.access')} offered={offeredTags} selected={selectedTags} onChange={filterByTags} />
      {month && months.length > 1 && (
        <MonthStrip
          months={months.map(({ id, at, instances }) => ({ id, name: monthName(at), count: instances.length }))}
          current={month.id}
          onPick={setPicked}
        />
      )}
      {month && as === 'calendar' && isWide && (
        <Suspense>
          <PerformanceCalendar month={month.id} caption={monthName(month.at)} instances={month.instances} />
        </Suspense>
      )}
      {month && !(as === 'calendar' && isWide) && (
        <PerformanceList
          performances={month.instances.map((instance) => ({ ...instance, to: `/events/${event.id}/${instance.id}` }))}
          linkProps={prefetchInstance}
        />
      )}
      {!month && (
        <div className={styles.none}>
          <p>{t('dates.none')}</p>
          <Button onPress={() => filterByTags([])}>{t('dates.clear')}</Button>
        </div>
      )}
    </section>
  )
}
