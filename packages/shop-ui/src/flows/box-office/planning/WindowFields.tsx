import { type SaleChannel, saleChannels } from '@playhouse/domain/sale-window'
import { useBrand } from '#server-state'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { isWholeIn } from './typed-number.ts'
import { useFieldError } from './useFieldError.ts'
import { type MomentDraft, type MomentKind, momentKinds, type WindowDraft } from './window-draft.ts'

type Props = {
  readonly window: WindowDraft
  /** Its place, from 0. */
  readonly nth: number
  readonly onChange: (window: WindowDraft) => void
  readonly onRemove: () => void
  /** Names of fields that the server refused, such as `from`. */
  readonly refused: readonly string[]
}

/** A window for members begins as one for all levels. */
const membersOf = (levels: readonly { readonly id: string }[]): Partial<WindowDraft> => ({
  ...{ isForMembers: true, memberships: levels.map(({ id }) => id) },
})

/** The fields of one window. */
export function WindowFields({ window, nth, onChange, onRemove, refused }: Props) {
  const t = useWords('planning')
  const { memberships: levels } = useBrand()
  const set = (change: Partial<WindowDraft>): void => onChange({ ...window, ...change })
  const fieldError = useFieldError()
  const errorOf = (name: string, text: string): string | undefined =>
    refused.some((field) => field === name || field.startsWith(`${name}.`)) ? text : undefined
  const isWeb = window.channel === 'web'
  const prefix = `window-${nth}`
  return (
    <fieldset className={styles['panel']}>
      <legend>{t('windows.row', { number: nth + 1 })}</legend>
      <OptionField<SaleChannel>
        name={`${prefix}-channel`}
        label={t('windows.channel')}
        value={window.channel}
        onChange={(channel) => set({ channel })}
        options={saleChannels.map((value) => ({ value, label: t(`windows.channels.${value}`) }))}
      />
      {isWeb && levels.length > 0 && (
        <OptionField<'everyone' | 'members'>
          name={`${prefix}-who`}
          label={t('windows.who')}
          value={window.isForMembers ? 'members' : 'everyone'}
          onChange={(who) =>
            set(who === 'members' && window.memberships.length === 0 ? membersOf(levels) : { isForMembers: who === 'members' })
          }
          options={(['everyone', 'members'] as const).map((value) => ({ value, label: t(`windows.${value}`) }))}
        />
      )}
      {isWeb && window.isForMembers && (
        <CheckboxGroup
          name={`${prefix}-memberships`}
          label={t('windows.levels')}
          value={window.memberships}
          onChange={(memberships) => set({ memberships })}
          boxes={levels.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('memberships', t('windows.noLevel'))}
        />
      )}
      {(['from', 'until'] as const).map((end) => (
        <MomentFields
          key={end}
          name={`${prefix}-${end}`}
          label={t(`windows.${end}`)}
          moment={window[end]}
          kinds={momentKinds.filter((kind) => end === 'until' || kind !== 'start')}
          onChange={(moment) => set({ [end]: moment })}
          error={errorOf(end, t('windows.fault'))}
        />
      ))}
      {isWeb && (
        <TextField
          name={`${prefix}-limit`}
          label={t('field.perCustomer')}
          hint={t('windows.limitHint')}
          optional
          inputMode="numeric"
          value={window.limit}
          onChange={(limit) => set({ limit })}
          error={errorOf('limit', fieldError.errorOf(planningRules.perCustomer, window.limit))}
        />
      )}
      <Button onPress={onRemove}>{t('windows.remove', { number: nth + 1 })}</Button>
    </fieldset>
  )
}

/** The number of a moment before the performance, with what it allows. */
function countOf({ kind, days, minutes }: MomentDraft) {
  if (kind === 'days-before') return { typed: days, rule: planningRules.daysBefore }
  return kind === 'minutes-before' ? { typed: minutes, rule: planningRules.minutesBefore } : undefined
}

type MomentProps = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly moment: MomentDraft
  readonly kinds: readonly MomentKind[]
  /** The label of the kind `start`, where it means something else. */
  readonly labelOfStart?: string
  readonly onChange: (moment: MomentDraft) => void
  /** Where it was refused: what may be wrong with a moment whose fields are filled in as they should be. */
  readonly error: string | undefined
}

/** A moment: its kind, and the fields that this kind has. */
export function MomentFields({ name, label, hint, moment, kinds, labelOfStart, onChange, error }: MomentProps) {
  const t = useWords('planning')
  const { kind } = moment
  const { errorOf, errorsOfMoment } = useFieldError()
  const count = countOf(moment)
  const countError = error && count && !isWholeIn(count.rule, count.typed) ? errorOf(count.rule, count.typed) : undefined
  const errors =
    error === undefined || countError !== undefined
      ? {}
      : // A moment before the performance has no day.
        errorsOfMoment(kind === 'at' ? moment.day : '0', kind === 'minutes-before' ? '00:00' : moment.time, { day: error })
  const set = (change: Partial<MomentDraft>): void => onChange({ ...moment, ...change })
  const labelOf = (field: string): string => t('windows.part', { end: label, field })
  return (
    <>
      <OptionField<MomentKind>
        name={`${name}-kind`}
        label={label}
        hint={hint}
        value={kind}
        onChange={(next) => set({ kind: next })}
        options={kinds.map((value) => ({
          value,
          label: value === 'start' && labelOfStart !== undefined ? labelOfStart : t(`windows.kinds.${value}`),
        }))}
        error={kind === 'start' ? error : undefined}
      />
      {kind === 'at' && (
        <TextField
          name={`${name}-day`}
          label={labelOf(t('windows.day'))}
          type="date"
          value={moment.day}
          onChange={(day) => set({ day })}
          error={errors.day}
        />
      )}
      {(kind === 'days-before' || kind === 'minutes-before') && (
        <TextField
          name={`${name}-count`}
          label={labelOf(t(kind === 'days-before' ? 'windows.days' : 'windows.minutes'))}
          inputMode="numeric"
          value={count?.typed ?? ''}
          onChange={(text) => set(kind === 'days-before' ? { days: text } : { minutes: text })}
          error={countError ?? errors.day}
        />
      )}
      {(kind === 'at' || kind === 'days-before') && (
        <TextField
          name={`${name}-time`}
          label={labelOf(t('windows.time'))}
          hint={t('bulk.timeHint')}
          value={moment.time}
          onChange={(time) => set({ time })}
          error={errors.time}
        />
      )}
    </>
  )
}
