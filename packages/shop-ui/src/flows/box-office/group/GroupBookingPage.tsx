import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams } from 'react-router'
import type { GroupBooking } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useFocusFallback } from '#ui/useFocusFallback'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { CancelForm } from './CancelForm.tsx'
import { DatesForm } from './DatesForm.tsx'
import { groupBookingsQuery } from './group-queries.ts'
import { InstalmentForm } from './InstalmentForm.tsx'
import { InvoicePanel } from './InvoicePanel.tsx'
import { NamesPanel } from './NamesPanel.tsx'
import { SeatsForm } from './SeatsForm.tsx'
import { useDueText } from './useDueText.ts'

/** One booking of a group or school: its dates, instalments, names and cancellation. */
export function GroupBookingPage() {
  const t = useWords('group')
  const { number } = useParams()
  const query = useQuery(groupBookingsQuery)
  const booking = query.data?.find((each) => each.number === number)
  return (
    <Page>
      <PageHeading>{booking?.name ?? t('detail.title', { number })}</PageHeading>
      <p>
        <Link to="/smart/groups">{t('title')}</Link>
      </p>
      <QueryStatus query={query} height={16} />
      {query.data && (booking ? <Booking booking={booking} /> : <p>{t('detail.unknown', { number })}</p>)}
    </Page>
  )
}

function Booking({ booking }: { readonly booking: GroupBooking }) {
  const t = useWords('group')
  const { money, when } = useFormats()
  const { role } = useCounterState().clerk
  const dueText = useDueText()
  const { number, kind, state, contact, performance, count, total, paid, kept, note, order, due } = booking
  const isOpen = state === 'option' || state === 'deposit-paid'
  const forms = useRef<HTMLDivElement>(null)
  const facts = useRef<HTMLParagraphElement>(null)
  // A form leaves the page with its cancellation.
  useFocusFallback(forms, facts)
  return (
    <>
      <p>
        {t(`kinds.${kind}`)}, {number}. <bdi>{contact.name}</bdi>, <bdi>{contact.email}</bdi>
      </p>
      <p>
        <bdi>{performance.title}</bdi>, {when(performance)}, {t('tickets', { count })}
      </p>
      <p ref={facts} tabIndex={-1}>
        {order !== null && isStaffAllowed(role, 'read-orders') ? (
          <Link to={`/smart/orders/${order}`}>{t('paidAs', { order })}</Link>
        ) : (
          t(`states.${state}`)
        )}
        . {t('paidOf', { paid: money(paid), total: money(total) })}. {kept > 0 && t('detail.kept', { amount: money(kept) })}
      </p>
      {due && <p>{dueText(booking)}</p>}
      {note !== '' && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <div ref={forms} className={styles['stack']}>
        <InvoicePanel booking={booking} isOpen={isOpen} />
        {isOpen && <SeatsForm booking={booking} />}
        {isOpen && <DatesForm booking={booking} />}
        {isOpen && paid < total && <InstalmentForm booking={booking} />}
        {(isOpen || state === 'paid') && <NamesPanel number={number} />}
        {(isOpen || (state === 'lapsed' && paid > 0)) && <CancelForm booking={booking} />}
      </div>
    </>
  )
}
