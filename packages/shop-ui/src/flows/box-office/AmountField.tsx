import type { Ref } from 'react'
import type { Money } from '@playhouse/domain/money'
import { useFormats } from '#i18n'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import { formatAmount } from '@playhouse/domain/typed-amount'
import styles from './BoxOffice.module.css'

type Props = {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** As typed. */
  readonly value: string
  readonly onChange: (text: string) => void
  readonly presets: readonly Money[]
  readonly ref?: Ref<HTMLInputElement>
}

/** An amount to type, with buttons that fill in the usual ones. */
export function AmountField({ name, label, hint, error, value, onChange, presets, ref }: Props) {
  const { money } = useFormats()
  return (
    <div className={styles['stack']}>
      <TextField {...{ name, label, hint, error, value, onChange }} inputMode="decimal" maxLength={10} {...(ref ? { ref } : {})} />
      <div className={styles['inline']}>
        {presets.map((preset) => (
          <Button key={preset} look="quiet" onPress={() => onChange(formatAmount(preset))}>
            {money(preset)}
          </Button>
        ))}
      </div>
    </div>
  )
}
