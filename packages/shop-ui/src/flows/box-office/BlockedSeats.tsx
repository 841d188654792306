import { type FormEvent, useState } from 'react'
import type { OpenInstance } from '@playhouse/api-client/contract'
import { type Plan, placeName } from '@playhouse/domain/plan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { useCounterState, useStaffMutation } from './counter-state.ts'

type Props = { readonly instance: OpenInstance; readonly plan: Plan; readonly onChanged: () => void }

/** The seats that staff users blocked, with the reasons, and the form that puts them on sale again. */
export function BlockedSeats({ instance, plan, onChanged }: Props) {
  const t = useWords('box-office')
  const { list } = useFormats()
  const { clerk } = useCounterState()
  const { send, problem } = useStaffMutation()
  const [editedBlock, setEditedBlock] = useState<string>()
  const [reason, setReason] = useState('')
  const unblock = async (event: FormEvent, block: string): Promise<void> => {
    event.preventDefault()
    const result = await send(() => api.counter.unblock({ params: { instance: instance.id, block }, body: { reason } }))
    if (!result.ok) return
    setEditedBlock(undefined)
    setReason('')
    onChanged()
  }
  const seatName = (seat: string): string => {
    const index = plan.indexOf(seat)
    if (index === undefined) return seat
    const { area, row, number } = placeName(plan, index)
    return `${area} ${row}${number}`.trim()
  }
  return (
    <Disclosure label={t('offSale.title', { count: instance.holds.reduce((sum, { seats }) => sum + seats.length, 0) })}>
      {problem && <ProblemNotice problem={problem} bare />}
      <ul>
        {instance.holds.map(({ id, kind, agent, reason: why, placedBy, seats }) => (
          <li key={id}>
            {t('offSale.line', {
              kind: [t(`holdKind.${kind}`), agent ?? []].flat().join(' '),
              seats: list(seats.map(seatName)),
              reason: why,
              who: placedBy,
            })}{' '}
            {isStaffAllowed(clerk.role, 'keep-off-sale') &&
              (editedBlock === id ? (
                <form className={styles['inline']} onSubmit={(event) => void unblock(event, id)}>
                  <TextField name="lift-reason" label={t('offSale.why')} maxLength={200} value={reason} onChange={setReason} />
                  <Button type="submit">{t('offSale.lift')}</Button>
                </form>
              ) : (
                <Button look="quiet" onPress={() => setEditedBlock(id)}>
                  {t('offSale.lift')}
                </Button>
              ))}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
