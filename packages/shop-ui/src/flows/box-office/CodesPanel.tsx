import { type FormEvent, useState } from 'react'
import { offerText } from '@playhouse/domain/offer-text'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { useProblemWords } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'
import { OfferOff } from './OfferOff.tsx'

/** The format of a gift voucher: four letters or digits, a hyphen, seven more. Promo codes differ from it. */
const isVoucher = (code: string): boolean => /^[a-z\d]{4}-[a-z\d]{7}$/i.test(code)

/** Applies and removes gift vouchers and a promo code. One field accepts both. */
export function CodesPanel() {
  const t = useWords('box-office')
  const { money } = useFormats()
  const problemText = useProblemWords()
  const { basket } = useCounterState()
  const { send, problem, isPending, dismiss } = useStaffMutation()
  const [code, setCode] = useState('')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const trimmedCode = code.trim()
    if (trimmedCode === '') return
    const body = { code: trimmedCode }
    const apply = () => (isVoucher(trimmedCode) ? api.counter.applyGiftVoucher({ body }) : api.counter.applyPromo({ body }))
    const result = await send(apply, { onSuccess: setCounterState })
    if (result.ok) setCode('')
  }
  const remove = (kind: 'promo' | 'voucher') =>
    send(() => (kind === 'promo' ? api.counter.removePromo() : api.counter.removeGiftVoucher()), { onSuccess: setCounterState })
  return (
    <form className={styles['inline']} onSubmit={(event) => void submit(event)}>
      <TextField
        name="counter-code"
        label={t('codes.label')}
        optional
        value={code}
        onChange={(text) => {
          setCode(text)
          dismiss()
        }}
        error={problem && problemText(problem).title}
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" isPending={isPending}>
        {t('codes.apply')}
      </Button>
      {basket.offers?.map((offer) => (
        <span key={offer.name}>
          <OfferOff name={offerText(offer)} amount={offer.discount} />
        </span>
      ))}
      {basket.promo && (
        <Button look="quiet" onPress={() => void remove('promo')}>
          {t('codes.withoutPromo', { code: basket.promo.code, amount: money(basket.promo.discount) })}
        </Button>
      )}
      {basket.giftVouchers.length > 0 && (
        <Button look="quiet" onPress={() => void remove('voucher')}>
          {t('codes.withoutVouchers', {
            count: basket.giftVouchers.length,
            amount: money(basket.giftVouchers.map(({ applied }) => applied).reduce((sum, one) => (sum + one) as typeof one)),
          })}
        </Button>
      )}
    </form>
  )
}
