import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { productionStates } from '@playhouse/domain/production-plan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { OptionField } from './OptionField.tsx'
import { productionsQuery } from './planning-queries.ts'
import { useWallClock } from './wall-clock.ts'

const filters = ['all', ...productionStates] as const
type Filter = (typeof filters)[number]

/** All productions, drafts included. Search and filter are in the URL. */
export function ProductionsPage() {
  const t = useWords('planning')
  const { run } = useWallClock()
  const { role } = useCounterState().clerk
  const [search, setSearch] = useSearchParams()
  const query = useQuery(productionsQuery)
  const text = search.get('q') ?? ''
  const filter = filters.find((each) => each === search.get('state')) ?? 'all'
  const set = (name: string, value: string): void =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === '' || value === 'all') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const words = text.trim().toLowerCase().split(/\s+/)
  const matches = (query.data ?? []).filter(
    ({ id, title, state }) =>
      (filter === 'all' || state === filter) && words.every((word) => `${title} ${id}`.toLowerCase().includes(word)),
  )
  return (
    <Page>
      <PageHeading>{t('list.title')}</PageHeading>
      <div className={classNames(styles['inline'], styles['line'])}>
        {isStaffAllowed(role, 'edit-programme') && <LinkButton to="/smart/productions/new">{t('list.create')}</LinkButton>}
        <Link to="/smart/prices">{t('prices.title')}</Link>
        <Link to="/smart/offers">{t('list.offers')}</Link>
        <Link to="/smart/halls">{t('list.halls')}</Link>
        <Link to="/smart/performance-types">{t('types.title')}</Link>
        <Link to="/smart/programme-file">{t('list.file')}</Link>
        <Link to="/smart/changes">{t('changes.title')}</Link>
      </div>
      <search className={styles['inline']}>
        <TextField name="production-word" label={t('list.find')} type="search" value={text} onChange={(value) => set('q', value)} />
        <OptionField<Filter>
          name="production-state"
          label={t('list.state')}
          value={filter}
          onChange={(value) => set('state', value)}
          options={filters.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </search>
      <QueryStatus query={query} height={16} />
      {query.data && (
        <>
          <p role="status">{t('list.count', { count: matches.length })}</p>
          <ul role="list" className={styles['evenings']}>
            {matches.map(({ id, title, state, performances, drafts, first, last }) => (
              <li key={id}>
                <Link to={`/smart/productions/${id}`}>{title}</Link>
                <span>{t(`state.${state}`)}</span>
                <span className={styles['soft']}>
                  {t('list.performances', { count: performances })}
                  {drafts > 0 && ` · ${t('list.drafts', { count: drafts })}`}
                  {first !== null && last !== null && ` · ${run(first, last)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}
