import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { serverNow } from '#browser'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { TextField } from '#form/TextField'
import styles from './BoxOffice.module.css'
import { counterInstancesQuery, useCounterState } from './counter-state.ts'
import { ExchangeNote } from './ExchangeNote.tsx'
import { QueryStatus } from './QueryStatus.tsx'
import { UnfinishedSales } from './UnfinishedSales.tsx'
import { useExchange } from './useExchange.ts'

/** Longer results are cut; another search word narrows them. */
const maxShown = 60

/** Performances of the next hours link to the list of kitchen and bar. */
const kitchenHours = 24

/** Performances on sale, the next first. Enter opens the first one that matches the search. */
export function PerformancesPage() {
  const t = useWords('box-office')
  const { dateAndTime, when } = useFormats()
  const navigate = useNavigate()
  const { exchange, search } = useExchange()
  const [typedText, setTypedText] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // Most exchanges are for the same play on another day.
  const exchangedTitle = exchange?.sold.order.tickets.find(({ id }) => exchange.tickets.includes(id))?.title ?? ''
  const searchText = typedText ?? exchangedTitle
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [exchangedTitle])
  const { foodAndDrink, restaurant } = useBrand()
  const { role } = useCounterState().clerk
  const readsLists = isStaffAllowed(role, 'read-kitchen-list')
  const isSelling = isStaffAllowed(role, 'sell')
  const isSoon = ({ startsAt }: { readonly startsAt: string }): boolean => Date.parse(startsAt) < serverNow() + kitchenHours * 3_600_000
  const query = useQuery(counterInstancesQuery)
  const { data } = query
  const searchWords = searchText.trim().toLowerCase().split(/\s+/)
  const matches = (data ?? [])
    .map((performance) => ({ ...performance, said: dateAndTime(performance) }))
    .filter((performance) =>
      searchWords.every((part) => `${performance.title} ${performance.said} ${performance.hallName}`.toLowerCase().includes(part)),
    )
  const open = (event: FormEvent): void => {
    event.preventDefault()
    if (matches[0] && isSelling) void navigate(`/smart/book/${matches[0].id}${search}`)
  }
  return (
    <Page>
      <PageHeading>{t('performances.title')}</PageHeading>
      {isSelling && <UnfinishedSales />}
      {exchange && <ExchangeNote exchange={exchange} />}
      <search>
        <form onSubmit={open}>
          <TextField
            name="performance-word"
            label={t('performances.find')}
            hint={t('performances.hint')}
            type="search"
            value={searchText}
            onChange={setTypedText}
            ref={field}
          />
        </form>
      </search>
      <QueryStatus query={query} height={16} />
      {data && (
        <ul role="list" className={styles['evenings']}>
          {matches.slice(0, maxShown).map((performance) => (
            <li key={performance.id}>
              <span>{when(performance)}</span>
              {isSelling ? (
                <Link
                  to={`/smart/book/${performance.id}${search}`}
                  aria-label={t('performances.line', { title: performance.title, when: performance.said })}
                >
                  {performance.title}
                </Link>
              ) : (
                <span>{performance.title}</span>
              )}
              <span className={styles['soft']}>
                {performance.seatsLeft > 0
                  ? t('performances.left', { hall: performance.hallName, count: performance.seatsLeft })
                  : t('performances.full', { hall: performance.hallName })}
                {foodAndDrink && readsLists && isSoon(performance) && (
                  <>
                    {' · '}
                    <Link
                      to={`/smart/food/${performance.id}`}
                      aria-label={t('performances.kitchen', { title: performance.title, when: performance.said })}
                    >
                      {t('book.kitchen')}
                    </Link>
                  </>
                )}
                {restaurant && readsLists && isSoon(performance) && (
                  <>
                    {' · '}
                    <Link
                      to={`/smart/tables/${performance.id}`}
                      aria-label={t('performances.tables', { title: performance.title, when: performance.said })}
                    >
                      {t('book.tables')}
                    </Link>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {matches.length > maxShown && <p className={styles['soft']}>{t('performances.more', { count: matches.length - maxShown })}</p>}
      {data && matches.length === 0 && <p>{t('performances.none')}</p>}
    </Page>
  )
}
