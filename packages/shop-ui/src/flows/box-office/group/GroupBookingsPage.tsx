import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { GroupBooking } from '@playhouse/api-client/contract'
import { groupBookingStates } from '@playhouse/domain/group-booking'
import { subtract } from '@playhouse/domain/money'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useDayFormat, useFormats, useWords } from '#i18n'
import { MutationOutcome } from '#mutation'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { setCounterState, useCounterState, useStaffMutation } from '../counter-state.ts'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { groupBookingsQuery } from './group-queries.ts'

/** Bookings of groups and schools, what is due soonest first. Search, filter, order and columns are in the URL. */
export function GroupBookingsPage() {
  const t = useWords('group')
  const { money, when } = useFormats()
  const { role } = useCounterState().clerk
  const dueText = useDueText()
  const query = useQuery(groupBookingsQuery)
  const navigate = useNavigate()
  const mutation = useStaffMutation()
  /** Chooses the contact, and puts the booking into their sale. */
  const sell = async ({ number, contact }: GroupBooking): Promise<void> => {
    const chosen = await mutation.send(() => api.staff.actFor({ body: { customer: contact.id } }), { onSuccess: setCounterState })
    if (!chosen.ok) return
    const taken = await mutation.send(() => api.counter.takeReserved({ params: { number } }), { onSuccess: setCounterState })
    if (taken.ok) await navigate(`/smart/book/${taken.value.basket.tickets[0]!.instance}`)
  }
  /** Chooses the contact, and puts what is left of the deposit into their sale. */
  const addDeposit = async ({ number, contact, account, deposit, paid }: GroupBooking): Promise<void> => {
    const chosen = await mutation.send(() => api.staff.actFor({ body: { customer: contact.id } }), { onSuccess: setCounterState })
    if (!chosen.ok) return
    const body = { kind: 'voucher-top-up' as const, voucher: account, booking: number, amount: subtract(deposit, paid) }
    const added = await mutation.send(() => api.counter.addItem({ body }), { onSuccess: setCounterState })
    if (added.ok) await navigate('/smart/sell')
  }
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
                  <bdi>{name}</bdi>
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
                        onPress={() => void addDeposit(booking)}
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

/** What is due next, in words. */
function useDueText(): (booking: GroupBooking) => string {
  const t = useWords('group')
  const { money } = useFormats()
  const formatDay = useDayFormat()
  return ({ due, deposit, total, paid }) => {
    if (!due) return t('due.none')
    const amount = money(due.what === 'deposit' ? deposit : subtract(total, paid))
    const text = t(`due.${due.what}`, { day: formatDay(due.on), amount })
    return due.isOverdue ? t('due.overdue', { text }) : text
  }
}
