import { type FormEvent, useState } from 'react'
import type { SoldOrder, SoldRefund } from '@playhouse/api-client/contract'
import { refundMeans } from '@playhouse/domain/counter-tender'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { soldOrderQuery, useStaffMutation } from './counter-state.ts'
import { inlineText } from './customer-text.ts'
import { useInvalidFocus } from './useInvalidFocus.ts'

/** The refunds of an order with their states, and the actions for one that was refused or failed. */
export function Refunds({ sold }: { readonly sold: SoldOrder }) {
  const t = useWords('box-office')
  if (sold.refunds.length === 0) return null
  return (
    <section className={styles['panel']} aria-labelledby="refunds">
      <h2 id="refunds">{t('refund.title')}</h2>
      {sold.refunds.map((refund) => (
        <Refund key={refund.id} sold={sold} refund={refund} />
      ))}
    </section>
  )
}

type Props = { readonly sold: SoldOrder; readonly refund: SoldRefund }

/** The key of the text for a refund's state. */
function refundStage({ state, failures, refusal, byHand, means, isExternal }: SoldRefund): string {
  if (isExternal) return 'external'
  if (refundMeans[means] === 'office') return byHand === null ? `office.${means}` : `officeMade.${means}`
  if (byHand !== null) return 'hand'
  if (refusal !== null) return 'refused'
  if (means === 'cash' || means === 'theatre-tokens') return means
  return state === 'due' && failures > 0 ? 'again' : state
}

function Refund({ sold, refund }: Props) {
  const t = useWords('box-office')
  const { money, instant } = useFormats()
  const status = t(`refund.${refundStage(refund)}`, {
    amount: money(refund.amount),
    at: instant(refund.at),
    how: inlineText(refund.byHand ?? ''),
    reason: inlineText(refund.refusal ?? ''),
  })
  if (refund.state !== 'failed') return <p>{status}</p>
  return (
    <>
      <p role="status">
        <strong>{status}</strong>
      </p>
      {sold.may.refund ? <RefundActions sold={sold} refund={refund} /> : <p className={styles['soft']}>{t('refund.managerOnly')}</p>}
    </>
  )
}

/** Sends a failed refund again, or records another way by which the customer got the money. */
function RefundActions({ sold, refund }: Props) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { send, problem, isPending } = useStaffMutation()
  const [explanation, setHow] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { form, reject } = useInvalidFocus(undefined)
  const amount = money(refund.amount)
  const isByOffice = refundMeans[refund.means] === 'office'
  const params = { number: sold.order.number, refund: refund.id }
  const { queryKey } = soldOrderQuery(sold.order.number)
  const onSuccess = (order: SoldOrder) => queryClient.setQueryData(queryKey, order)
  const settle = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(explanation.trim() === '')
    if (explanation.trim() === '') reject()
    else void send(() => api.afterSale.settleRefund({ params, body: { how: explanation } }), { onSuccess })
  }
  return (
    <form ref={form} onSubmit={settle} noValidate className={styles['stack']}>
      {problem && <ProblemNotice problem={problem} bare />}
      <TextField
        name={`settled-${refund.id}`}
        label={t(isByOffice ? 'refund.reference' : 'refund.how', { amount })}
        value={explanation}
        onChange={setHow}
        maxLength={200}
        error={isMissing ? t(isByOffice ? 'refund.referenceMissing' : 'refund.missing') : undefined}
      />
      <div className={styles['inline']}>
        {!isByOffice && (
          <Button isPending={isPending} onPress={() => void send(() => api.afterSale.sendRefundAgain({ params }), { onSuccess })}>
            {t('refund.sendAgain', { amount })}
          </Button>
        )}
        <Button type="submit" isPending={isPending}>
          {t(isByOffice ? 'refund.done' : 'refund.settle')}
        </Button>
      </div>
    </form>
  )
}
