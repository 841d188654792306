import { useRef } from 'react'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { maxPriorityPeriods, type PriorityDraft } from './performance-draft.ts'
import { useFieldError } from './useFieldError.ts'

type Props = {
  /** Before the names of its fields, such as `performance`. */
  readonly name: string
  readonly value: readonly PriorityDraft[]
  readonly onChange: (value: readonly PriorityDraft[]) => void
  /** The typed start of the general sale. */
  readonly generalSale: { readonly day: string; readonly time: string }
  /** Names of fields that the server refused, such as `priority.0.from`. */
  readonly refused: readonly string[]
}

/** The periods in which members book before the general sale, each from its moment on. Nothing where the brand has no memberships. */
export function PriorityFields({ name, value, onChange, generalSale, refused }: Props) {
  const t = useWords('planning')
  const { errorsOfMoment } = useFieldError()
  const { memberships: levels } = useBrand()
  const group = useRef<HTMLFieldSetElement>(null)
  const set = (nth: number, change: Partial<PriorityDraft>): void =>
    onChange(value.map((each, index) => (index === nth ? { ...each, ...change } : each)))
  const remove = (nth: number): void => {
    onChange(value.filter((_each, index) => index !== nth))
    // The pressed button disappears.
    group.current?.focus()
  }
  if (levels.length === 0) return null
  return (
    <fieldset ref={group} tabIndex={-1} className={styles['panel']}>
      <legend>{t('field.priority')}</legend>
      <p>{t('priority.hint')}</p>
      {value.map(({ day, time, memberships }, nth) => {
        const isRefused = (field: string): boolean => refused.some((each) => each.includes(`priority.${nth}.${field}`))
        const part = (field: string): string => t('windows.part', { end: t('priority.row', { number: nth + 1 }), field })
        const isLate = `${day}T${time.trim()}` >= `${generalSale.day}T${generalSale.time.trim()}`
        const errors = isRefused('from') ? errorsOfMoment(day, time, isLate ? { day: t('priority.late') } : undefined) : {}
        return (
          // Periods have no identity besides their position.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={nth} className={styles['form']}>
            <TextField
              name={`${name}-priority-${nth}-day`}
              label={part(t('windows.day'))}
              type="date"
              value={day}
              onChange={(text) => set(nth, { day: text })}
              error={errors.day}
            />
            <TextField
              name={`${name}-priority-${nth}-time`}
              label={part(t('windows.time'))}
              hint={t('bulk.timeHint')}
              value={time}
              onChange={(text) => set(nth, { time: text })}
              error={errors.time}
            />
            <CheckboxGroup
              name={`${name}-priority-${nth}-levels`}
              label={part(t('windows.levels'))}
              value={memberships}
              onChange={(chosen) => set(nth, { memberships: chosen })}
              boxes={levels.map(({ id, name: label }) => ({ value: id, label }))}
              error={isRefused('memberships') ? t('windows.noLevel') : undefined}
            />
            <div>
              <Button onPress={() => remove(nth)}>{t('priority.remove', { number: nth + 1 })}</Button>
            </div>
          </div>
        )
      })}
      {value.length < maxPriorityPeriods && (
        <div>
          <Button onPress={() => onChange([...value, { day: '', time: '10:00', memberships: [] }])}>{t('priority.add')}</Button>
        </div>
      )}
    </fieldset>
  )
}
