import { type FormEvent, useState } from 'react'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { useFieldError } from './useFieldError.ts'
import type { PlanningMutation } from './usePlanningMutation.ts'

type Props = {
  readonly mutation: PlanningMutation
  /** Called with a wall-clock time such as `2027-05-01T00:00`. */
  readonly onSchedule: (from: string) => void
}

/** The moment from which previewed prices hold. */
export function ScheduleForm({ mutation, onSchedule }: Props) {
  const t = useWords('planning')
  const [day, setDay] = useState('')
  const [time, setTime] = useState('00:00')
  const { form } = useInvalidFocus(mutation.problem)
  const invalid = mutation.problem?.code === 'invalid-input' ? mutation.problem.params.fields : []
  const { errorsOfMoment } = useFieldError()
  const isRefused = invalid.some((field) => field.includes('schedule.from'))
  const errors = isRefused ? errorsOfMoment(day, time, { day: t('prices.fromFault') }) : {}
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    onSchedule(`${day}T${time.trim()}`)
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-label={t('prices.later')}>
      <h3>{t('prices.later')}</h3>
      <p>{t('prices.laterLead')}</p>
      <TextField name="schedule-day" type="date" label={t('windows.day')} value={day} onChange={setDay} error={errors.day} />
      <TextField
        name="schedule-time"
        label={t('windows.time')}
        hint={t('prices.timeHint')}
        value={time}
        onChange={setTime}
        error={errors.time}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t('prices.schedule')}
      </Button>
    </form>
  )
}
