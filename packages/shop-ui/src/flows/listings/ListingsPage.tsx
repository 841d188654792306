import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Listings } from '@playhouse/api-client/contract'
import { accessTags } from '@playhouse/domain/season'
import { Select } from '#form/Select'
import { useFormats, useTexts, useWords } from '#i18n'
import { listingsQuery, ProblemError } from '#server-state'
import { classNames } from '#theme'
import { AccessFilter } from '#ticketing/AccessFilter'
import { MonthStrip } from '#ticketing/MonthStrip'
import { offerClasses } from '#ticketing/OfferLayout'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { useIsHydrated } from '#ui/hydration'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { filterListing, type ListingFilter, readFilter, writeFilter } from './listing-filter.ts'
import { ListedDay } from './ListedDay.tsx'
import styles from './ListingsPage.module.css'

/** All performances by date, with filters. The route's guard requires that the brand has listings. */
export function ListingsPage() {
  const t = useWords('listings')
  const { data, error, refetch } = useQuery(listingsQuery)
  return (
    <Page>
      <PageHeading hero>{t('title')}</PageHeading>
      <p className={offerClasses.lead}>{t('lead')}</p>
      {data && data.performances.length > 0 && <Listing listings={data} />}
      {data?.performances.length === 0 && <Notice title={t('none')} />}
      {error instanceof ProblemError && !data && <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <SkeletonBlock height={28} />
        </Loading>
      )}
    </Page>
  )
}

const allProductions = 'all'

function Listing({ listings: { productions, performances } }: { readonly listings: Listings }) {
  const t = useWords('listings')
  const { month: monthName } = useFormats()
  const [search, setSearch] = useSearchParams()
  // The server does not know the query of the URL.
  const textsOf = useTexts()
  const asked = readFilter(useIsHydrated() ? search : new URLSearchParams())
  const filter = { ...asked, production: productions.some(({ id }) => id === asked.production) ? asked.production : null }
  const months = filterListing(performances, filter)
  const month = months.find(({ id }) => id === filter.month) ?? months[0]
  const change = (part: Partial<ListingFilter>): void => {
    const changed = { ...filter, ...part }
    setSearch(writeFilter(changed), { replace: true })
    const count = filterListing(performances, changed).reduce((sum, each) => sum + each.count, 0)
    if (!('month' in part)) announce(t('found', { count }))
  }
  return (
    <>
      <div className={classNames(styles.filters)}>
        {productions.length > 1 && (
          <Select
            name="production"
            label={t('production')}
            options={[
              { value: allProductions, label: t('allProductions') },
              ...productions.map(textsOf).map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={filter.production ?? allProductions}
            onChange={(id) => change({ production: id === allProductions ? null : id })}
          />
        )}
        <AccessFilter
          label={t('access')}
          offered={accessTags.filter((tag) => performances.some((each) => each.accessTags.includes(tag)))}
          selected={filter.access}
          onChange={(access) => change({ access })}
        />
      </div>
      {month && months.length > 1 && (
        <MonthStrip
          months={months.map(({ id, count, days }) => ({ id, count, name: monthName(days[0]!.performances[0]!) }))}
          current={month.id}
          onPick={(id) => change({ month: id })}
        />
      )}
      {month?.days.map((day) => (
        <ListedDay key={day.id} productions={productions} performances={day.performances} />
      ))}
      {!month && (
        <Notice title={t('noneMatching')}>
          <Button onPress={() => change({ production: null, access: [], month: null })}>{t('showAll')}</Button>
        </Notice>
      )}
    </>
  )
}
