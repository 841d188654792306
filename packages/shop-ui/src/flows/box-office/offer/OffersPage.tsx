import { useQuery } from '@tanstack/react-query'
import { offerStates } from '@playhouse/domain/offer-plan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { offersQuery, pathOfOffer } from './offer-queries.ts'
import { useOfferText } from './useOfferText.ts'

/** All offers with their promo codes. Search, filter, order and columns are in the URL. */
export function OffersPage() {
  const t = useWords('offer')
  const { number } = useFormats()
  const { nameOf, effectOf, windowOf } = useOfferText()
  const { role } = useCounterState().clerk
  const query = useQuery(offersQuery)
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      <div className={classNames(styles['inline'], styles['line'])}>
        {isStaffAllowed(role, 'edit-offers') && <LinkButton to="/smart/offers/new">{t('create')}</LinkButton>}
        <Link to="/smart/productions">{t('productions')}</Link>
        <Link to="/smart/changes?subject=offer">{t('changes')}</Link>
      </div>
      <QueryStatus query={query} height={16} />
      {query.data && (
        <ListTable
          name="offer"
          label={t('title')}
          rows={query.data.offers}
          keyOf={({ id }) => id}
          search={{
            label: t('find'),
            textOf: ({ id, offer }) =>
              [id, ...(offer.codes ?? []).map(({ code }) => code), offer.name, ...Object.values(offer.names ?? {})].join(' '),
          }}
          filter={{
            label: t('state'),
            options: (['all', ...offerStates] as const).map((value) => ({ value, label: t(`states.${value}`) })),
            of: ({ state }) => state,
          }}
          count={(count) => t('count', { count })}
          columns={[
            {
              id: 'offer',
              label: t('column.offer'),
              value: ({ id }) => id,
              renderCell: ({ id, offer }) => <Link to={pathOfOffer(id)}>{t('entry', { code: id, name: nameOf(offer) })}</Link>,
            },
            {
              id: 'state',
              label: t('state'),
              value: ({ state }) => offerStates.indexOf(state),
              renderCell: ({ state }) => t(`states.${state}`),
            },
            {
              id: 'effect',
              isLesser: true,
              label: t('column.effect'),
              value: ({ offer }) => effectOf(offer.rule),
              renderCell: ({ offer: { rule } }) => [...(rule.automatic ? [t('noCode')] : []), effectOf(rule)].join(' · '),
            },
            {
              id: 'window',
              isLesser: true,
              label: t('column.window'),
              value: ({ offer }) => offer.startsAt ?? offer.endsAt,
              renderCell: ({ offer }) => windowOf(offer),
            },
            {
              id: 'used',
              isLesser: true,
              label: t('column.used'),
              isAmount: true,
              value: ({ used }) => used,
              renderCell: ({ used, offer }) =>
                offer.maxUses === null ? number(used) : t('column.usedOf', { count: used, most: offer.maxUses }),
            },
          ]}
        />
      )}
    </Page>
  )
}
