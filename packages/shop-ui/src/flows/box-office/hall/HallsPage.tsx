import { useQuery } from '@tanstack/react-query'
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
import { hallsQuery } from '../planning/planning-queries.ts'
import { QueryStatus } from '../QueryStatus.tsx'

/** All halls with their newest plan. */
export function HallsPage() {
  const t = useWords('hall')
  const plan = useWords('planning')
  const { number } = useFormats()
  const { role } = useCounterState().clerk
  const query = useQuery(hallsQuery)
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>
        <Link to="/smart/productions">{plan('list.title')}</Link>
      </p>
      <p>{t('lead')}</p>
      {isStaffAllowed(role, 'edit-plans') && (
        <div className={classNames(styles['inline'], styles['line'])}>
          <LinkButton to="/smart/halls/new">{t('new')}</LinkButton>
        </div>
      )}
      <QueryStatus query={query} height={16} />
      {query.data && (
        <ListTable
          name="hall"
          label={t('title')}
          rows={query.data}
          keyOf={({ hall }) => hall}
          search={{ label: t('find'), textOf: ({ hall, name }) => `${name} ${hall}` }}
          count={(count) => t('count', { count })}
          columns={[
            {
              id: 'name',
              label: plan('prices.name'),
              value: ({ name }) => name,
              renderCell: ({ hall, name }) => <Link to={`/smart/halls/${hall}`}>{name}</Link>,
            },
            {
              ...{ id: 'seats', isAmount: true, label: t('paint.count') },
              value: ({ seats }) => seats,
              renderCell: ({ seats }) => number(seats),
            },
            {
              ...{ id: 'performances', isLesser: true, isAmount: true, label: t('performancesAhead') },
              value: ({ performances }) => performances,
              renderCell: ({ performances }) => number(performances),
            },
          ]}
        />
      )}
    </Page>
  )
}
