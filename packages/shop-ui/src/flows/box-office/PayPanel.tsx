import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CounterSale } from '@playhouse/api-client/contract'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import { exchangePaymentOf } from '@playhouse/domain/exchange-payment'
import { money as minor, subtract } from '@playhouse/domain/money'
import { isPosted } from '@playhouse/domain/postage'
import { type ReturnDestination, isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Checkbox } from '#form/Checkbox'
import { type FieldKey, TextField } from '#form/TextField'
import { api, queryClient } from '#server-state'
import { parseAmount, formatAmount } from '@playhouse/domain/typed-amount'
import styles from './BoxOffice.module.css'
import { CodesPanel } from './CodesPanel.tsx'
import { counterStateQuery, setCounterState, useStaffMutation, useCounterState } from './counter-state.ts'
import { OtherTenders } from './OtherTenders.tsx'
import { PaymentProblem } from './PaymentProblem.tsx'
import { SendPaymentLink } from './SendPaymentLink.tsx'
import { type Exchange, ticketsValue, useExchangeBasket } from './useExchange.ts'

type Props = {
  /** The exchange that this sale completes. */
  readonly exchange: Exchange | undefined
  readonly onSold: (sale: CounterSale) => void
  readonly onBack: () => void
  /** The customer pays by a link instead. Gets a translated sentence about it. */
  readonly onLinkSent: (message: string) => void
  /** What the sale returns to when it is not paid. */
  readonly backTo?: 'seats' | 'basket'
}

/** Interval in milliseconds between two requests to stop the card reader. */
const stopRetryMs = 500

/**
 * Takes the payment. Enter takes the amount in the field as cash, which is the exact sum at first; Shift+Enter starts the card
 * reader. A repeated request is idempotent: it never takes money twice.
 */
export function PayPanel({ exchange, onSold, onBack, onLinkSent, backTo = 'seats' }: Props) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { clerk, basket: counterBasket, customer, ways } = useCounterState()
  const { basket, isLoading: isPricing, problem: pricingProblem, retry } = useExchangeBasket(counterBasket, exchange)
  const { send, problem, isPending: isSelling, dismiss } = useStaffMutation()
  /** Apart from the sale: a change of the credit neither shows the card reader nor is repeated as a payment. */
  const creditChange = useStaffMutation()
  const isPending = isSelling || creditChange.isPending || isPricing
  /** The last attempt; asking again repeats it. */
  const [lastPayment, setLastPayment] = useState<{ readonly way: CounterPaymentMethod; readonly reference: string }>({
    way: 'card',
    reference: '',
  })
  const [isStopping, setStopping] = useState(false)
  const isReading = isSelling && lastPayment.way === 'card'
  // The press may arrive before the reader has started: the request is repeated until the sale has its result.
  useEffect(() => {
    if (!isStopping || !isReading) return undefined
    const requestStop = (): void => void api.counter.stopCard()
    requestStop()
    const timer = setInterval(requestStop, stopRetryMs)
    return () => clearInterval(timer)
  }, [isStopping, isReading])
  const [typedAmount, setTypedAmount] = useState<string>()
  const [isMailed, setMailed] = useState(false)
  const hasAccount = (exchange?.sold.customer?.id ?? null) !== null
  const [rest, setRest] = useState<ReturnDestination>(hasAccount ? 'credit' : 'origin')
  const field = useRef<HTMLInputElement>(null)
  // At first, and after the reader: one key starts the next attempt.
  useEffect(() => {
    if (isReading) return
    field.current?.focus()
    field.current?.select()
  }, [isReading])
  const { total } = basket.totals
  const value = exchange ? ticketsValue(exchange.sold, exchange.tickets) : minor(0)
  const { used, leftToPay, returned } = exchangePaymentOf(basket, value)
  const tendered = typedAmount === undefined ? leftToPay : parseAmount(typedAmount)
  const isShort = tendered === undefined || tendered < leftToPay
  const isOpen = basket.state === 'paying'
  const hasFollowing = basket !== counterBasket && basket.totals.total < counterBasket.totals.total

  const sell = async (way: CounterPaymentMethod, reference = ''): Promise<void> => {
    if (isPending || (way === 'cash' && isShort)) return
    const body = {
      version: basket.version,
      ...(basket.quote !== undefined && { quote: basket.quote }),
      way,
      delivery: isMailed ? ('email' as const) : ('print' as const),
      ...(reference !== '' && { reference }),
      ...(way === 'cash' && tendered !== undefined && { tendered }),
      ...(exchange && { exchange: { order: exchange.sold.order.number, tickets: [...exchange.tickets], value, rest } }),
    }
    creditChange.dismiss()
    setLastPayment({ way, reference })
    setStopping(false)
    const result = await send(async () => {
      const sale = await api.counter.sell({ body })
      // The next attempt is for the basket that this one left.
      if (!sale.ok) await queryClient.invalidateQueries(counterStateQuery)
      return sale
    })
    if (result.ok) onSold(result.value)
  }
  const cancelPayment = async (): Promise<void> => {
    const stopResult = await api.counter.stopCard()
    if (stopResult.ok) setCounterState(stopResult.value)
  }
  const toggleCredit = async (): Promise<void> => {
    dismiss()
    const change = () => (basket.credit?.applied ? api.counter.removeCredit() : api.counter.applyCredit())
    await creditChange.send(change, { onSuccess: setCounterState })
  }
  const isPrinted =
    basket.tickets.length > 0 || basket.items.some((item) => item.kind === 'gift-voucher' && item.detail.delivery === 'print')
  const takesCard = leftToPay > 0 && ways.includes('card')
  const handleKey = (event: FieldKey): void => {
    if (event.key === 'Escape') onBack()
    if (event.key !== 'Enter' || !event.shiftKey || !takesCard) return
    event.preventDefault()
    void sell('card')
  }
  if (isReading)
    return (
      <section className={styles['panel']} aria-label={t('pay.title')}>
        <h2>{t('pay.due', { amount: money(leftToPay) })}</h2>
        <p role="status">{t('pay.reading')}</p>
        <Button isPending={isStopping} onPress={() => setStopping(true)} autoFocus>
          {t('pay.stop')}
        </Button>
      </section>
    )
  const back = t(backTo === 'seats' ? 'pay.back' : 'pay.backToBasket')
  // The server sells nothing by post without one.
  if (!isOpen && basket.items.some(isPosted) && basket.delivery.address === null)
    return (
      <section className={styles['panel']} aria-label={t('pay.title')}>
        <Notice tone="warning" role="alert" title={t('post.missing')}>
          <NoticeActions>
            <Button onPress={onBack} autoFocus>
              {back}
            </Button>
          </NoticeActions>
        </Notice>
      </section>
    )
  // Without the prices of the exchange, the sale is rejected.
  if (!isOpen && pricingProblem)
    return (
      <section className={styles['panel']} aria-label={t('pay.title')}>
        <ProblemNotice problem={pricingProblem} onRetry={retry} />
        <Button look="quiet" onPress={onBack}>
          {back}
        </Button>
      </section>
    )
  return (
    <section className={styles['panel']} aria-label={t('pay.title')}>
      <h2>{t('pay.due', { amount: money(leftToPay) })}</h2>
      {(problem || isOpen) && (
        <PaymentProblem
          problem={problem}
          isOpen={isOpen}
          isPending={isPending}
          onAskAgain={() => void sell(lastPayment.way, lastPayment.reference)}
          onStop={() => void cancelPayment()}
        />
      )}
      {creditChange.problem && <ProblemNotice problem={creditChange.problem} bare />}
      {exchange && (used > 0 || !hasFollowing) && <p>{t('pay.exchanged', { amount: money(used) })}</p>}
      {hasFollowing && <p>{t('pay.followed')}</p>}
      {returned > 0 && (
        <p>
          {t(`pay.rest.${rest}`, { amount: money(returned) })}{' '}
          {hasAccount && isStaffAllowed(clerk.role, 'return-money') && (
            <Button look="quiet" onPress={() => setRest(rest === 'credit' ? 'origin' : 'credit')}>
              {t(`pay.rest.instead-${rest}`)}
            </Button>
          )}
        </p>
      )}
      {!isOpen && (
        <form
          className={styles['pay']}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void sell('cash')
          }}
        >
          {leftToPay > 0 && (
            <>
              <TextField
                name="tendered"
                label={t('pay.tendered')}
                hint={takesCard ? t('pay.keys') : undefined}
                inputMode="decimal"
                value={typedAmount ?? formatAmount(leftToPay)}
                onChange={setTypedAmount}
                onKeyDown={handleKey}
                error={isShort ? t('pay.short', { amount: money(leftToPay) }) : undefined}
                ref={field}
              />
              {!isShort && <p role="status">{t('pay.change', { amount: money(subtract(tendered, leftToPay)) })}</p>}
            </>
          )}
          {customer && isPrinted && (
            <Checkbox name="mail-tickets" value={isMailed} onChange={setMailed}>
              {t(basket.tickets.length > 0 ? 'pay.mail' : 'pay.mailVouchers', { email: customer.email })}
            </Checkbox>
          )}
          <div className={styles['inline']}>
            <Button type="submit" look="primary" isPending={isPending} autoFocus={leftToPay === 0}>
              {t(leftToPay > 0 ? 'pay.cash' : exchange ? 'pay.exchange' : total > 0 ? 'pay.byCredit' : 'pay.free')}
            </Button>
            {takesCard && (
              <Button isPending={isPending} onPress={() => void sell('card')}>
                {t('pay.card')}
              </Button>
            )}
            {customer && customer.credit > 0 && (
              <Button onPress={() => void toggleCredit()}>
                {t(basket.credit?.applied ? 'pay.withoutCredit' : 'pay.credit', {
                  amount: money(basket.credit?.applied || customer.credit),
                })}
              </Button>
            )}
            <Button look="quiet" onPress={onBack}>
              {back}
            </Button>
          </div>
        </form>
      )}
      {!isOpen && leftToPay > 0 && (
        <OtherTenders
          hasCustomer={customer !== null}
          items={basket.items}
          isPending={isPending}
          onPay={(method, reference) => void sell(method, reference)}
        />
      )}
      {!isOpen && leftToPay > 0 && !exchange && <SendPaymentLink onSent={onLinkSent} />}
      {!isOpen && <CodesPanel />}
    </section>
  )
}
