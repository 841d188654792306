import { type FormEvent, useState } from 'react'
import type { GroupBooking } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from '../BoxOffice.module.css'
import { useStaffMutation } from '../counter-state.ts'
import { wallClockIn } from '../planning/wall-clock.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { groupBookingsQuery } from './group-queries.ts'
import { GroupDateField } from './GroupDateField.tsx'

/** Moves the option date and the due dates of a booking. */
export function DatesForm({ booking }: { readonly booking: GroupBooking }) {
  const t = useWords('group')
  const { send, problem, message, isPending } = useStaffMutation()
  const { form } = useInvalidFocus(problem)
  const { number, deposit, performance } = booking
  const [draft, setDraft] = useState(() => ({
    optionUntil: wallClockIn(performance.timeZone, Date.parse(booking.optionUntil)),
    depositDue: booking.depositDue ?? '',
    balanceDue: booking.balanceDue,
  }))
  const set = (field: keyof typeof draft) => (value: string) => setDraft((before) => ({ ...before, [field]: value }))
  const wrong = problem?.code === 'invalid-input' ? problem.params.fields : []
  const errorOf = (field: keyof typeof draft) => (wrong.includes(field) ? t(`new.error.${field}`) : undefined)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = { ...draft, depositDue: draft.depositDue === '' ? null : draft.depositDue }
    const moved = await send(() => api.groupBookings.moveDates({ params: { number }, body }), { message: t('detail.datesSaved') })
    if (moved.ok) await queryClient.invalidateQueries({ queryKey: groupBookingsQuery.queryKey })
  }
  return (
    <form ref={form} className={styles['panel']} noValidate onSubmit={(event) => void submit(event)} aria-label={t('detail.dates')}>
      <h2>{t('detail.dates')}</h2>
      {/* Each wrong field shows its error. */}
      {problem && problem.code !== 'invalid-input' && <ProblemNotice problem={problem} bare />}
      {!problem && message !== undefined && <Notice tone="success" title={message} />}
      <GroupDateField field="optionUntil" value={draft.optionUntil} onChange={set('optionUntil')} error={errorOf('optionUntil')} />
      {deposit > 0 && (
        <GroupDateField field="depositDue" value={draft.depositDue} onChange={set('depositDue')} error={errorOf('depositDue')} />
      )}
      <GroupDateField field="balanceDue" value={draft.balanceDue} onChange={set('balanceDue')} error={errorOf('balanceDue')} />
      <div>
        <Button type="submit" isPending={isPending}>
          {t('detail.moveDates')}
        </Button>
      </div>
    </form>
  )
}
