import { type FormEvent, useState } from 'react'
import type { VoucherCard } from '@playhouse/api-client/contract'
import { type GiftVouchers, isVoucherValue, mostTopUp } from '@playhouse/domain/gift-voucher'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useBrand } from '#server-state'
import { AmountField } from './AmountField.tsx'
import { parseAmount } from '@playhouse/domain/typed-amount'
import styles from './BoxOffice.module.css'
import { useAddAtCounter } from './useAddAtCounter.ts'
import { useInvalidFocus } from './useInvalidFocus.ts'

/** Puts money for a gift voucher into the sale. Nothing where the brand adds none, or not to a voucher in this state. */
export function TopUpForm({ voucher }: { readonly voucher: VoucherCard }) {
  const { giftVouchers } = useBrand()
  return giftVouchers?.topUp && voucher.may.topUp ? <Form voucher={voucher} vouchers={giftVouchers} rule={giftVouchers.topUp} /> : null
}

type FormProps = {
  readonly voucher: VoucherCard
  readonly vouchers: GiftVouchers
  readonly rule: NonNullable<GiftVouchers['topUp']>
}

function Form({ voucher: { id, balance, expiresOn }, vouchers, rule }: FormProps) {
  const t = useWords('box-office')
  const { money, date } = useFormats()
  const { add, problem, isPending } = useAddAtCounter()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { form, reject } = useInvalidFocus(problem)
  const fits = (amount: number): boolean => balance + amount <= rule.mostBalance
  const presets = vouchers.presets.filter(fits)
  const most = mostTopUp(vouchers, balance)
  const isTypable = most >= vouchers.least
  const limits = { least: money(vouchers.least), most: money(most), balance: money(rule.mostBalance) }
  if (!isTypable && presets.length === 0)
    return (
      <section className={styles['panel']} aria-labelledby="top-up-full">
        <h2 id="top-up-full">{t('vouchers.topUp.title')}</h2>
        <p>{t('vouchers.topUp.full', limits)}</p>
      </section>
    )
  const amount = parseAmount(typed)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isValid = amount !== undefined && isVoucherValue(vouchers, amount) && fits(amount)
    setMissing(!isValid)
    if (!isValid) return reject()
    await add({ kind: 'voucher-top-up', voucher: id, amount })
  }
  return (
    <form ref={form} className={styles['panel']} noValidate aria-label={t('vouchers.topUp.title')} onSubmit={(event) => void submit(event)}>
      <h2>{t('vouchers.topUp.title')}</h2>
      {expiresOn !== null && (
        <p>
          {rule.lastDay === 'restarts'
            ? t('vouchers.topUp.restarts', { count: vouchers.validMonths })
            : t('vouchers.topUp.stays', { day: date({ startsAt: `${expiresOn}T12:00:00Z`, timeZone: 'UTC' }) })}
        </p>
      )}
      {problem && <ProblemNotice problem={problem} bare />}
      <AmountField
        name="top-up-amount"
        label={t('sell.amount')}
        hint={t(isTypable ? 'vouchers.topUp.range' : 'vouchers.topUp.presets', limits)}
        error={isMissing ? t('sell.amountWrong') : undefined}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setMissing(false)
        }}
        presets={presets}
      />
      <div>
        <Button type="submit" look="primary" isPending={isPending}>
          {t('sell.add')}
        </Button>
      </div>
    </form>
  )
}
