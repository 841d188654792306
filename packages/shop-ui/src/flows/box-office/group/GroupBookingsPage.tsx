import { useQuery } from '@tanstack/react-query'
import { groupBookingStates } from '@playhouse/domain/group-booking'
import { subtract } from '@playhouse/domain/money'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { MutationOutcome } from '#mutation'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { groupBookingsQuery } from './group-queries.ts'
import { useDueText } from './useDueText.ts'
import { useGroupSale } from './useGroupSale.ts'

/** Bookings of groups and schools, what is due soonest first. Search, filter, order and columns are in the URL. */
export function GroupBookingsPage() {
  const t = useWords('group')
  const { money, when } = useFormats()
  const { role } = useCounterState().clerk
  const dueText = useDueText()
  const query = useQuery(groupBookingsQuery)
  const { mutation, sell, addDeposit } = useGroupSale()
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      <p>
        {t('how')} <Link to="/smart/book">{t('performances')}</Link>
      </p>
      <MutationOutcome mutation={mutation} />
      <QueryStatus query={query} height={16} />
      {query.data && (
        <ListTable
          name="group"
          label={t('title')}
          rows={query.data}
          keyOf={({ number }) => number}
          search={{
            label: t('find'),
            textOf: ({ number, name, contact, performance }) => [number, name, contact.name, contact.email, performance.title].join(' '),
          }}
          filter={{
            label: t('state'),
            options: (['all', ...groupBookingStates] as const).map((value) => ({ value, label: t(`states.${value}`) })),
            of: ({ state }) => state,
          }}
          count={(count) => t('count', { count })}
          columns={[
            {
              id: 'booking',
              label: t('column.booking'),
              value: ({ name }) => name,
              renderCell: ({ name, kind, number, note }) => (
                <>
                  <Link to={`/smart/groups/${number}`}>
                    <bdi>{name}</bdi>
                  </Link>
                  <br />
                  <span className={styles['soft']}>
                    {t(`kinds.${kind}`)}, {number}
                  </span>
                  {note !== '' && (
                    <>
                      <br />
                      <bdi className={styles['soft']}>{note}</bdi>
                    </>
                  )}
                </>
              ),
            },
            {
              id: 'due',
              label: t('column.due'),
              value: ({ due }) => due?.on ?? null,
              renderCell: (booking) => dueText(booking),
            },
            {
              id: 'sale',
              label: t('column.sale'),
              value: ({ state }) => groupBookingStates.indexOf(state),
              renderCell: (booking) =>
                booking.due && (
                  <>
                    {booking.state === 'option' && booking.deposit > booking.paid && (
                      <Button
                        isPending={mutation.isPending}
                        onPress={() => void addDeposit(booking, subtract(booking.deposit, booking.paid))}
                        aria-label={t('sellOf', { action: t('deposit'), name: booking.name, number: booking.number })}
                      >
                        {t('deposit')}
                      </Button>
                    )}
                    <Button
                      isPending={mutation.isPending}
                      onPress={() => void sell(booking)}
                      aria-label={t('sellOf', { action: t('sell'), name: booking.name, number: booking.number })}
                    >
                      {t('sell')}
                    </Button>
                  </>
                ),
            },
            {
              id: 'state',
              isLesser: true,
              label: t('state'),
              value: ({ state }) => groupBookingStates.indexOf(state),
              renderCell: ({ state, order }) =>
                order !== null && isStaffAllowed(role, 'read-orders') ? (
                  <Link to={`/smart/orders/${order}`}>{t('paidAs', { order })}</Link>
                ) : (
                  t(`states.${state}`)
                ),
            },
            {
              id: 'performance',
              isLesser: true,
              label: t('column.performance'),
              value: ({ performance }) => performance.startsAt,
              renderCell: ({ performance, count }) => (
                <>
                  <bdi>{performance.title}</bdi>, {when(performance)}, {t('tickets', { count })}
                </>
              ),
            },
            {
              id: 'contact',
              isLesser: true,
              label: t('column.contact'),
              value: ({ contact }) => contact.name,
              renderCell: ({ contact }) => (
                <>
                  <bdi>{contact.name}</bdi>, <bdi>{contact.email}</bdi>
                </>
              ),
            },
            {
              id: 'total',
              isLesser: true,
              isAmount: true,
              label: t('column.total'),
              value: ({ total }) => total,
              renderCell: ({ total, paid }) => (paid > 0 ? t('paidOf', { paid: money(paid), total: money(total) }) : money(total)),
            },
          ]}
        />
      )}
    </Page>
  )
}
