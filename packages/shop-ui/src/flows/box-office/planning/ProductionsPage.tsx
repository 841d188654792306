import { useQuery } from '@tanstack/react-query'
import { productionStates } from '@playhouse/domain/production-plan'
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
import { productionsQuery } from './planning-queries.ts'
import { useWallClock } from './wall-clock.ts'

/** All productions, drafts included. Search, filter, order and columns are in the URL. */
export function ProductionsPage() {
  const t = useWords('planning')
  const { number } = useFormats()
  const { run } = useWallClock()
  const { role } = useCounterState().clerk
  const query = useQuery(productionsQuery)
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
      <QueryStatus query={query} height={16} />
      {query.data && (
        <ListTable
          name="production"
          label={t('list.title')}
          rows={query.data}
          keyOf={({ id }) => id}
          search={{ label: t('list.find'), textOf: ({ id, title }) => `${title} ${id}` }}
          filter={{
            label: t('list.state'),
            options: (['all', ...productionStates] as const).map((value) => ({ value, label: t(`state.${value}`) })),
            of: ({ state }) => state,
          }}
          count={(count) => t('list.count', { count })}
          columns={[
            {
              id: 'title',
              label: t('list.column.title'),
              value: ({ title }) => title,
              renderCell: ({ id, title }) => <Link to={`/smart/productions/${id}`}>{title}</Link>,
            },
            {
              id: 'state',
              label: t('list.state'),
              value: ({ state }) => productionStates.indexOf(state),
              renderCell: ({ state }) => t(`state.${state}`),
            },
            {
              id: 'performances',
              isLesser: true,
              label: t('list.column.performances'),
              isAmount: true,
              value: ({ performances }) => performances,
              renderCell: ({ performances }) => number(performances),
            },
            {
              id: 'drafts',
              isLesser: true,
              label: t('list.column.drafts'),
              isAmount: true,
              value: ({ drafts }) => drafts,
              renderCell: ({ drafts }) => number(drafts),
            },
            {
              id: 'run',
              isLesser: true,
              label: t('list.column.run'),
              value: ({ first }) => first,
              renderCell: ({ first, last }) => first !== null && last !== null && run(first, last),
            },
          ]}
        />
      )}
    </Page>
  )
}
