import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CounterSale } from '@playhouse/api-client/contract'
import { subtract } from '@playhouse/domain/money'
import type { CounterWay } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import { ProblemNotice } from '#parts/ProblemNotice'
import { TextField } from '#parts/TextField'
import { api } from '#session'
import { readAmount, writeAmount } from './amount.ts'
import styles from './BoxOffice.module.css'
import { keepDesk, useAct, useDesk } from './desk.ts'

type Props = { readonly onSold: (sale: CounterSale) => void; readonly onBack: () => void }

/** Taking the money. Enter takes what stands there in cash, and the exact sum stands there first. */
export function PayPanel({ onSold, onBack }: Props) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { basket, customer, ways } = useDesk()
  const { act, problem, isPending } = useAct()
  const { leftToPay, total } = basket.totals
  const [typed, setTyped] = useState<string>()
  const [isMailed, setMailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const tendered = typed === undefined ? leftToPay : readAmount(typed)
  const isShort = tendered === undefined || tendered < leftToPay
  const sell = async (way: CounterWay): Promise<void> => {
    if (way === 'cash' && isShort) return
    const body = {
      version: basket.version,
      way,
      delivery: isMailed ? ('email' as const) : ('print' as const),
      ...(way === 'cash' && tendered !== undefined && { tendered }),
    }
    const sold = await act(() => api.counter.sell({ body }))
    if (sold) onSold(sold)
  }
  const useCredit = async (): Promise<void> => {
    const desk = await act(() => (basket.credit?.applied ? api.counter.removeCredit() : api.counter.applyCredit()))
    if (desk) keepDesk(desk)
  }
  return (
    <form
      className={styles['panel']}
      aria-label={t('pay.title')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void sell('cash')
      }}
    >
      <h2>{t('pay.due', { amount: money(leftToPay) })}</h2>
      {problem && <ProblemNotice problem={problem} bare />}
      {customer && customer.credit > 0 && (
        <Button onPress={() => void useCredit()}>
          {t(basket.credit?.applied ? 'pay.withoutCredit' : 'pay.credit', { amount: money(basket.credit?.applied || customer.credit) })}
        </Button>
      )}
      {leftToPay > 0 && (
        <>
          <TextField
            name="tendered"
            label={t('pay.tendered')}
            inputMode="decimal"
            value={typed ?? writeAmount(leftToPay)}
            onChange={setTyped}
            error={isShort ? t('pay.short', { amount: money(leftToPay) }) : undefined}
            ref={field}
          />
          {!isShort && <p role="status">{t('pay.change', { amount: money(subtract(tendered, leftToPay)) })}</p>}
        </>
      )}
      {customer && (
        <label>
          <input type="checkbox" checked={isMailed} onChange={(event) => setMailed(event.target.checked)} />{' '}
          {t('pay.mail', { email: customer.email })}
        </label>
      )}
      <div className={styles['inline']}>
        <Button type="submit" look="primary" isPending={isPending} autoFocus={leftToPay === 0}>
          {t(leftToPay > 0 ? 'pay.cash' : total > 0 ? 'pay.byCredit' : 'pay.free')}
        </Button>
        {leftToPay > 0 && ways.includes('card') && (
          <Button isPending={isPending} onPress={() => void sell('card')}>
            {t('pay.card')}
          </Button>
        )}
        <Button look="quiet" onPress={onBack}>
          {t('pay.back')}
        </Button>
      </div>
    </form>
  )
}
