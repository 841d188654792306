import { type FormEvent, useState } from 'react'
import type { GroupBooking } from '@playhouse/api-client/contract'
import { type DepositDestination, depositDestinations, depositPermissions } from '@playhouse/domain/group-booking'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from '../BoxOffice.module.css'
import { useCounterState, useStaffMutation } from '../counter-state.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { groupBookingsQuery } from './group-queries.ts'

/** Cancels a booking with a reason. With paid money, staff choose what is done with it, by their permissions. */
export function CancelForm({ booking }: { readonly booking: GroupBooking }) {
  const t = useWords('group')
  const { money } = useFormats()
  const { role } = useCounterState().clerk
  const { send, problem, isPending } = useStaffMutation()
  const { form, reject } = useInvalidFocus(problem)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { number, paid } = booking
  const cancel = async (deposit: DepositDestination): Promise<void> => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return reject()
    await send(() => api.groupBookings.cancel({ params: { number }, body: { deposit, paid, reason } }), { message: t('detail.cancelled') })
    // After a refusal the booking on the screen may be out of date too.
    await queryClient.invalidateQueries({ queryKey: groupBookingsQuery.queryKey })
  }
  const allowed = depositDestinations.filter((destination) => isStaffAllowed(role, depositPermissions[destination]))
  return (
    <form
      ref={form}
      className={styles['panel']}
      noValidate
      aria-label={t('detail.cancel')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (paid === 0) void cancel('keep')
      }}
    >
      <h2>{t('detail.cancel')}</h2>
      <p>{paid > 0 ? t('detail.cancelPaid', { amount: money(paid) }) : t('detail.cancelHint')}</p>
      {problem?.code === 'price-changed' ? (
        <Notice tone="error" role="alert" title={t('detail.paidChanged')} />
      ) : (
        problem && <ProblemNotice problem={problem} bare />
      )}
      <TextField
        name="group-cancel-reason"
        label={t('detail.reason')}
        value={reason}
        onChange={(text) => {
          setReason(text)
          setMissing(false)
        }}
        maxLength={200}
        error={isMissing ? t('detail.reasonMissing') : undefined}
      />
      <div className={styles['inline']}>
        {paid === 0 ? (
          <Button type="submit" look="danger" isPending={isPending}>
            {t('detail.cancel')}
          </Button>
        ) : (
          allowed.map((destination) => (
            <Button key={destination} look="danger" isPending={isPending} onPress={() => void cancel(destination)}>
              {t(`detail.cancelTo.${destination}`)}
            </Button>
          ))
        )}
      </div>
      {paid > 0 && allowed.length < depositDestinations.length && <p className={styles['soft']}>{t('detail.managerOnly')}</p>}
    </form>
  )
}
