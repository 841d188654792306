import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { offerStates } from '@playhouse/domain/offer-plan'
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
import { OptionField } from '../planning/OptionField.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { offersQuery, pathOfOffer } from './offer-queries.ts'
import { useOfferText } from './useOfferText.ts'

const filters = ['all', ...offerStates] as const
type Filter = (typeof filters)[number]

/** All offers with their promo codes. Search and filter are in the URL. */
export function OffersPage() {
  const t = useWords('offer')
  const { effectOf, windowOf } = useOfferText()
  const { role } = useCounterState().clerk
  const [search, setSearch] = useSearchParams()
  const query = useQuery(offersQuery)
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
  const matches = (query.data?.offers ?? []).filter(
    ({ id, offer, state }) =>
      (filter === 'all' || state === filter) && words.every((word) => `${offer.name} ${id}`.toLowerCase().includes(word)),
  )
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      <div className={classNames(styles['inline'], styles['line'])}>
        {isStaffAllowed(role, 'edit-offers') && <LinkButton to="/smart/offers/new">{t('create')}</LinkButton>}
        <Link to="/smart/productions">{t('productions')}</Link>
        <Link to="/smart/changes?subject=offer">{t('changes')}</Link>
      </div>
      <search className={styles['inline']}>
        <TextField name="offer-word" label={t('find')} type="search" value={text} onChange={(value) => set('q', value)} />
        <OptionField<Filter>
          name="offer-state"
          label={t('state')}
          value={filter}
          onChange={(value) => set('state', value)}
          options={filters.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </search>
      <QueryStatus query={query} height={16} />
      {query.data && (
        <>
          <p role="status">{t('count', { count: matches.length })}</p>
          <ul role="list" className={styles['evenings']}>
            {matches.map(({ id, offer, state, used }) => (
              <li key={id}>
                <Link to={pathOfOffer(id)}>{t('entry', { code: id, name: offer.name })}</Link>
                <span>{t(`states.${state}`)}</span>
                <span className={styles['soft']}>
                  {[
                    offer.rule.automatic ? t('noCode') : '',
                    effectOf(offer.rule),
                    windowOf(offer),
                    offer.maxUses === null ? t('used', { count: used }) : t('usedOf', { count: used, most: offer.maxUses }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}
