import { type FormEvent, useRef, useState } from 'react'
import type { Money } from '@playhouse/domain/money'
import { isInRange, type PriceRange } from '@playhouse/domain/pay-what-you-can'
import { formatAmount, parseAmount } from '@playhouse/domain/typed-amount'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import styles from './ChosenPriceForm.module.css'

type Props = {
  readonly ticket: { readonly id: string; readonly price: Money }
  /** The name of its seat, as screen readers read it. */
  readonly seat: string
  readonly range: PriceRange
  readonly texts: Readonly<Record<'label' | 'hint' | 'error' | 'action', string>>
  readonly isBusy: boolean
  /** Saves the amount. Resolves to whether it was saved: a refused one stays in the field. */
  readonly onChoose: (price: Money) => Promise<boolean>
}

/** What is paid for a ticket that is pay what you can: an amount to type, from the least to the most. */
export function ChosenPriceForm({ ticket, seat, range, texts, isBusy, onChoose }: Props) {
  const [typed, setTyped] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const value = typed ?? formatAmount(ticket.price)
  const choose = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const amount = parseAmount(value)
    const isValid = amount !== undefined && isInRange(range, amount)
    setRefused(!isValid)
    if (!isValid) field.current?.focus()
    else if (await onChoose(amount)) setTyped(undefined)
  }
  const ofSeat = <span className="visually-hidden">, {seat}</span>
  return (
    <form className={styles.form} onSubmit={(event) => void choose(event)} noValidate>
      <TextField
        name={`price-${ticket.id}`}
        label={
          <>
            {texts.label}
            {ofSeat}
          </>
        }
        hint={texts.hint}
        error={isRefused ? texts.error : undefined}
        inputMode="decimal"
        maxLength={10}
        value={value}
        onChange={setTyped}
        ref={field}
      />
      <Button type="submit" isDisabled={isBusy}>
        {texts.action}
        {ofSeat}
      </Button>
    </form>
  )
}
