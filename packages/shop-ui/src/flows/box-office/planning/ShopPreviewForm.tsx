import { type FormEvent, useState } from 'react'
import type { PreviewPerson } from '@playhouse/domain/shop-preview'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { usePersonName } from '#ticketing/usePersonName'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { OptionField } from './OptionField.tsx'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { useFieldError } from './useFieldError.ts'
import { useShopPreview } from './useShopPreview.ts'
import { wallClockIn } from './wall-clock.ts'

/** Opens the shop at a moment, as a person. Shown to those who may. */
export function ShopPreviewForm({ event }: { readonly event: string }) {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  if (!isStaffAllowed(role, 'preview-shop')) return null
  return (
    <Disclosure level={2} label={t('shopPreview.title')}>
      <Fields event={event} />
    </Disclosure>
  )
}

function Fields({ event }: { readonly event: string }) {
  const t = useWords('planning')
  const { timeZone, memberships } = useBrand()
  const nameOf = usePersonName(memberships)
  const { mutation, open } = useShopPreview(event)
  const [[today, now]] = useState(() => wallClockIn(timeZone).split('T') as [string, string])
  const [day, setDay] = useState(today)
  const [time, setTime] = useState(now)
  const [personKey, setPersonKey] = useState('visitor')
  const people: PreviewPerson[] = [
    { kind: 'visitor' },
    ...memberships.map(({ id }) => ({ kind: 'member' as const, membership: id })),
    { kind: 'access' },
  ]
  const { form } = useInvalidFocus(mutation.problem)
  const { errorsOfMoment } = useFieldError()
  const errors = mutation.problem?.code === 'invalid-input' ? errorsOfMoment(day, time, { day: t('shopPreview.fault') }) : {}
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    const at = day === '' && time === '' ? null : `${day}T${time.trim()}`
    void open({ at, person: people.find((person) => keyOf(person) === personKey) ?? people[0]! })
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-label={t('shopPreview.title')}>
      <p>{t('shopPreview.lead')}</p>
      <PlanningOutcome mutation={mutation} />
      <TextField name="preview-day" type="date" label={t('windows.day')} value={day} onChange={setDay} error={errors.day} />
      <TextField
        name="preview-time"
        label={t('windows.time')}
        hint={t('bulk.timeHint')}
        value={time}
        onChange={setTime}
        error={errors.time}
      />
      <OptionField
        name="preview-person"
        label={t('shopPreview.as')}
        value={personKey}
        onChange={setPersonKey}
        options={people.map((person) => ({ value: keyOf(person), label: nameOf(person) }))}
      />
      <Button type="submit" look="primary" isPending={mutation.isPending}>
        {t('shopPreview.open')}
      </Button>
    </form>
  )
}

const keyOf = (person: PreviewPerson): string => (person.kind === 'member' ? `member ${person.membership}` : person.kind)
