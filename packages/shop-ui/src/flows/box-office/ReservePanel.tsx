import { type FormEvent, useState } from 'react'
import type { OpenInstance } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { counterLockTypes } from '@playhouse/domain/seat-lock'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'

type Props = {
  readonly instance: OpenInstance
  readonly seats: readonly string[]
  /** Gets a translated sentence with the result. */
  readonly onDone: (message: string) => void
}

/** Reserves the held seats for the customer until a time, or blocks them. */
export function ReservePanel(props: Props) {
  const t = useWords('box-office')
  const { clerk, customer } = useCounterState()
  return (
    <Disclosure label={t('keep.title')}>
      {customer ? <ReserveForm {...props} /> : <p>{t('keep.needsCustomer')}</p>}
      {customer && isStaffAllowed(clerk.role, 'reserve') && <Link to="/smart/groups/new">{t('keep.group')}</Link>}
      {isStaffAllowed(clerk.role, 'keep-off-sale') && <BlockForm {...props} />}
    </Disclosure>
  )
}

function ReserveForm({ instance, onDone }: Props) {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { send, problem, isPending } = useStaffMutation()
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const reserve = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (until === '') return
    // The clerk's device is in the theatre's time zone.
    const heldUntil = new Date(until).toISOString()
    await send(() => api.counter.reserve({ params: { instance: instance.id }, body: { heldUntil, note } }), {
      onSuccess: (reservation) => {
        setCounterState(reservation.desk)
        const when = dateAndTime({ startsAt: reservation.heldUntil, timeZone: instance.timeZone })
        onDone(t('keep.reserved', { order: reservation.order, when }))
      },
    })
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void reserve(event)}>
      <h3>{t('keep.reserve')}</h3>
      {problem && <ProblemNotice problem={problem} bare />}
      <label htmlFor="reserve-until">{t('keep.until')}</label>
      <input
        id="reserve-until"
        className={styles['choice']}
        type="datetime-local"
        required
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <TextField name="reserve-note" label={t('keep.note')} optional maxLength={500} value={note} onChange={setNote} />
      <Button type="submit" isPending={isPending}>
        {t('keep.reserveSubmit')}
      </Button>
    </form>
  )
}

function BlockForm({ instance, seats, onDone }: Props) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [kind, setKind] = useState<(typeof counterLockTypes)[number]>('house')
  const [reason, setReason] = useState('')
  const block = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await send(() => api.counter.block({ params: { instance: instance.id }, body: { seats: [...seats], kind, reason } }), {
      onSuccess: ({ desk }) => {
        setCounterState(desk)
        onDone(t('keep.kept', { count: seats.length }))
      },
    })
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void block(event)}>
      <h3>{t('keep.offSale')}</h3>
      {problem && <ProblemNotice problem={problem} bare />}
      <label htmlFor="block-kind">{t('keep.kind')}</label>
      <select id="block-kind" className={styles['choice']} value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
        {counterLockTypes.map((one) => (
          <option key={one} value={one}>
            {t(`holdKind.${one}`)}
          </option>
        ))}
      </select>
      <TextField name="block-reason" label={t('keep.reason')} maxLength={200} value={reason} onChange={setReason} />
      <Button type="submit" isPending={isPending}>
        {t('keep.offSaleSubmit')}
      </Button>
    </form>
  )
}
