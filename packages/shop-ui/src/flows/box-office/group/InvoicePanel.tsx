import type { GroupBooking } from '@playhouse/api-client/contract'
import { apiFile } from '#browser'
import { useFormats, useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { Button } from '#ui/Button'
import { MutationOutcome } from '#mutation'
import styles from '../BoxOffice.module.css'
import { useStaffMutation } from '../counter-state.ts'
import { groupBookingsQuery } from './group-queries.ts'

/** The invoices and credit notes of a booking: issues one, mails it to the contact, and cancels it. */
export function InvoicePanel({ booking, isOpen }: { readonly booking: GroupBooking; readonly isOpen: boolean }) {
  const t = useWords('group')
  const { date } = useFormats()
  const mutation = useStaffMutation()
  const { number, invoices, contact, performance } = booking
  const current = invoices.find(({ kind, number: own }) => kind === 'invoice' && !invoices.some(({ cancels }) => cancels === own))
  const refresh = () => queryClient.invalidateQueries({ queryKey: groupBookingsQuery.queryKey })
  const issue = async (isMailed: boolean): Promise<void> => {
    const message = isMailed ? t('invoice.mailed', { to: contact.email }) : t('invoice.issued')
    await mutation.send(() => api.groupBookings.issueInvoice({ params: { number }, body: { isMailed } }), { message })
    await refresh()
  }
  const cancel = async (): Promise<void> => {
    const message = current?.isMailed === true ? t('invoice.cancelledByMail', { to: contact.email }) : t('invoice.cancelled')
    await mutation.send(() => api.groupBookings.cancelInvoice({ params: { number } }), { message })
    await refresh()
  }
  if (invoices.length === 0 && !isOpen) return null
  return (
    <section className={styles['panel']} aria-labelledby="group-invoices">
      <h2 id="group-invoices">{t('invoice.title')}</h2>
      <MutationOutcome mutation={mutation} />
      {invoices.length === 0 ? (
        <p>{t('invoice.none')}</p>
      ) : (
        <ul>
          {invoices.map(({ number: own, kind, issuedAt, cancels, isMailed }) => (
            <li key={own}>
              <a href={apiFile(`/api/staff/group-bookings/${number}/invoices/${own}/file.pdf`)} target="_blank" rel="noreferrer">
                {t(`invoice.kinds.${kind}`, { number: own })}
              </a>
              , {date({ startsAt: issuedAt, timeZone: performance.timeZone })}
              {cancels !== null && <>, {t('invoice.cancels', { number: cancels })}</>}
              {isMailed && <>, {t('invoice.wasMailed')}</>}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className={styles['inline']}>
          {!current && (
            <Button isPending={mutation.isPending} onPress={() => void issue(false)}>
              {t('invoice.issue')}
            </Button>
          )}
          <Button isPending={mutation.isPending} onPress={() => void issue(true)}>
            {t(current ? 'invoice.mail' : 'invoice.issueAndMail')}
          </Button>
          {current && (
            <Button look="danger" isPending={mutation.isPending} onPress={() => void cancel()}>
              {t('invoice.cancel', { number: current.number })}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
