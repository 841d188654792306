import { type FormEvent, useState } from 'react'
import type { GroupBooking } from '@playhouse/api-client/contract'
import { subtract } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { parseAmount } from '@playhouse/domain/typed-amount'
import { AmountField } from '../AmountField.tsx'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { useGroupSale } from './useGroupSale.ts'

/** Puts an instalment of any amount into the sale of the contact. */
export function InstalmentForm({ booking }: { readonly booking: GroupBooking }) {
  const t = useWords('group')
  const { money } = useFormats()
  const { mutation, addDeposit } = useGroupSale()
  const { problem, isPending } = mutation
  const { form, reject } = useInvalidFocus(problem)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { total, deposit, paid } = booking
  const rest = subtract(total, paid)
  const presets = deposit > paid && deposit < total ? [subtract(deposit, paid), rest] : [rest]
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const amount = parseAmount(typed)
    const isValid = amount !== undefined && amount > 0 && amount <= rest
    setWrong(!isValid)
    if (!isValid) return reject()
    await addDeposit(booking, amount)
  }
  return (
    <form ref={form} className={styles['panel']} noValidate onSubmit={(event) => void submit(event)} aria-label={t('detail.instalment')}>
      <h2>{t('detail.instalment')}</h2>
      {problem && <ProblemNotice problem={problem} bare />}
      <AmountField
        name="group-instalment"
        label={t('new.units.amount')}
        hint={t('detail.instalmentHint', { rest: money(rest) })}
        error={isWrong ? t('detail.instalmentWrong', { rest: money(rest) }) : undefined}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setWrong(false)
        }}
        presets={presets}
      />
      <div>
        <Button type="submit" isPending={isPending}>
          {t('detail.addInstalment')}
        </Button>
      </div>
    </form>
  )
}
