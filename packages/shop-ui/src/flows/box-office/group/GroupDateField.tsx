import type { GroupDates } from '@playhouse/domain/group-terms'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'

export type GroupDate = keyof GroupDates

const inputs = {
  optionUntil: { name: 'group-option', type: 'datetime-local', hint: 'new.optionHint' },
  depositDue: { name: 'group-deposit-due', type: 'date', hint: undefined },
  balanceDue: { name: 'group-balance-due', type: 'date', hint: 'new.balanceHint' },
} as const satisfies Record<GroupDate, object>

type Props = {
  readonly field: GroupDate
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** The option date of a booking, or a due date. */
export function GroupDateField({ field, value, onChange, error }: Props) {
  const t = useWords('group')
  const { name, type, hint } = inputs[field]
  return <TextField {...{ name, type, value, onChange, error }} label={t(`new.${field}`)} hint={hint && t(hint)} />
}
