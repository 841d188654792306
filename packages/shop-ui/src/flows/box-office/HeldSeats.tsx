import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { BasketTicket } from '@playhouse/api-client/contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import type { Money } from '@playhouse/domain/money'
import type { PriceRange } from '@playhouse/domain/pay-what-you-can'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { useItemName, useItemNotes } from '#ticketing/ItemText'
import { ChosenPriceForm } from '#ticketing/ChosenPriceForm'
import { Price } from '#ticketing/Price'
import { ProblemNotice } from '#ui/ProblemNotice'
import { ScrollArea } from '#ui/ScrollRegion'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'
import { inlineText } from './customer-text.ts'
import { PostAddress } from './PostAddress.tsx'
import { SubscriptionVouchers } from './SubscriptionVouchers.tsx'
import { TotalCell } from './TotalCell.tsx'
import { useCounterSeatName } from './useCounterSeatName.ts'

type Props = {
  /** The performance that is sold; seats of other performances show theirs. Undefined where no performance is on the screen. */
  readonly instance: string | undefined
  readonly onRelease: (id: string) => void
  readonly onCleared: () => void
  readonly onProblem: () => void
}
type PriceTypeChange = { readonly ticket: BasketTicket; readonly priceType: string; readonly price?: Money }

/** The held seats of the sale with price types, prices and release, and its other items. A free ticket needs a reason. */
export function HeldSeats({ instance, onRelease, onCleared, onProblem }: Props) {
  const t = useWords('box-office')
  const { time, when, money } = useFormats()
  const locale = useLocale()
  const { basket } = useCounterState()
  const seatName = useCounterSeatName()
  const itemName = useItemName()
  const itemNotes = useItemNotes()
  const { send, problem } = useStaffMutation()
  const [pendingChange, setPendingChange] = useState<PriceTypeChange>()
  const [needsReason, setNeedsReason] = useState(false)
  const [reason, setReason] = useState('')
  const change = async ({ ticket, priceType, price }: PriceTypeChange, why?: string): Promise<boolean> => {
    onProblem()
    const body = { priceType, ...(price !== undefined && { price }), ...(why !== undefined && { reason: why }) }
    const result = await send(() => api.counter.changeTicket({ params: { id: ticket.id }, body }), { onSuccess: setCounterState })
    // The server knows which price types need a reason: its refusal asks for one.
    setNeedsReason(!result.ok && result.error.code === 'invalid-input' && result.error.params.fields.includes('reason'))
    if (!result.ok) return false
    setPendingChange(undefined)
    setReason('')
    return true
  }
  const chosenTexts = ({ least, most }: PriceRange) => {
    const range = { least: money(least), most: money(most) }
    return {
      ...{ label: t('held.chosen'), hint: t('held.chosenHint', range), error: t('held.chosenError', range) },
      action: t('held.chosenAction'),
    }
  }
  const clear = async (): Promise<void> => {
    const result = await send(() => api.counter.reset(), { onSuccess: setCounterState })
    setNeedsReason(false)
    if (result.ok) onCleared()
  }
  const removeItem = async (id: string): Promise<void> => {
    onProblem()
    await send(() => api.counter.removeItem({ params: { id } }), { onSuccess: setCounterState })
  }
  const addProtection = async (): Promise<void> => {
    onProblem()
    await send(() => api.counter.addItem({ body: { kind: 'refund-protection' } }), { onSuccess: setCounterState })
  }
  const protection = basket.items.some(({ kind }) => kind === 'refund-protection') ? null : basket.refundProtection
  const hasTickets = basket.tickets.length > 0
  const lapsed = basket.state === 'expired' || basket.lapsed.length > 0 ? <p role="status">{t('held.lapsed')}</p> : null
  if (isEmpty(basket)) return lapsed
  return (
    <section className={styles['panel']} aria-labelledby="held-seats">
      <h2 id="held-seats">{hasTickets ? t('held.title', { count: basket.tickets.length }) : t('held.items')}</h2>
      {!hasTickets && lapsed}
      <ScrollArea>
        <table className={classNames(styles['table'], styles['held'])}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('held.seat')}</th>
              <th scope="col">{t('held.price')}</th>
              <th scope="col">{t('held.sum')}</th>
              <th scope="col">{t('held.release')}</th>
            </tr>
          </thead>
          <tbody>
            {basket.tickets.map((ticket) => (
              <tr key={ticket.id}>
                <th scope="row">
                  {seatName(ticket)}
                  {ticket.instance !== instance && (
                    <>
                      <br />
                      <span className={styles['soft']}>{t('performances.line', { title: ticket.title, when: when(ticket) })}</span>
                    </>
                  )}
                  {ticket.payWhatYouCan && (
                    <ChosenPriceForm
                      ticket={ticket}
                      seat={seatName(ticket)}
                      range={ticket.payWhatYouCan}
                      texts={chosenTexts(ticket.payWhatYouCan)}
                      isBusy={false}
                      onChoose={(price) => change({ ticket, priceType: ticket.priceType, price })}
                    />
                  )}
                  {ticket.levy && (
                    <>
                      <br />
                      <span className={styles['soft']}>
                        {t('held.levy', { amount: money(ticket.levy.amount), levy: textIn(ticket.levy.name, locale) })}
                      </span>
                    </>
                  )}
                  {ticket.proofAtDoor && (
                    <>
                      <br />
                      <span className={styles['soft']}>{t('held.proof', { proof: textIn(ticket.proofAtDoor, locale) })}</span>
                    </>
                  )}
                  {ticket.voucher && (
                    <>
                      <br />
                      <span className={styles['soft']}>
                        {t('subscriptions.ticket', { name: ticket.voucher.name, amount: money(ticket.voucher.price) })}
                      </span>
                    </>
                  )}
                </th>
                <td>
                  <select
                    className={styles['choice']}
                    aria-label={t('held.priceOf', { seat: seatName(ticket) })}
                    value={pendingChange?.ticket.id === ticket.id ? pendingChange.priceType : ticket.priceType}
                    onChange={(event) => {
                      const next = { ticket, priceType: event.target.value }
                      setPendingChange(next)
                      void change(next)
                    }}
                  >
                    {ticket.choices.map(({ priceType, name }) => (
                      <option key={priceType} value={priceType}>
                        {name}
                      </option>
                    ))}
                  </select>
                </td>
                <td className={styles['sum']}>
                  <Price amount={ticket.price} free />
                </td>
                <td>
                  <Button look="icon" aria-label={t('held.releaseSeat', { seat: seatName(ticket) })} onPress={() => onRelease(ticket.id)}>
                    <X aria-hidden="true" />
                  </Button>
                </td>
              </tr>
            ))}
            {basket.items.map((item) => (
              <tr key={item.id}>
                <th scope="row" colSpan={2}>
                  {inlineText([itemName(item), ...itemNotes(item)].join(' · '))}
                </th>
                <td className={styles['sum']}>
                  <Price amount={item.amount} />
                </td>
                <td>
                  <Button
                    look="icon"
                    aria-label={t('held.removeItem', { item: inlineText(itemName(item)) })}
                    onPress={() => void removeItem(item.id)}
                  >
                    <X aria-hidden="true" />
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('held.total')}
              </th>
              <TotalCell amount={basket.totals.total} />
            </tr>
          </tfoot>
        </table>
      </ScrollArea>
      {basket.subscriptions && <SubscriptionVouchers subscriptions={basket.subscriptions} />}
      <PostAddress />
      {needsReason && pendingChange ? (
        <form
          className={styles['inline']}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void change(pendingChange, reason)
          }}
        >
          <TextField name="gift-reason" label={t('call.reason')} value={reason} onChange={setReason} maxLength={200} />
          <Button type="submit">{t('held.giveAway')}</Button>
        </form>
      ) : (
        problem && <ProblemNotice problem={problem} bare />
      )}
      <div className={classNames(styles['inline'], styles['line'])}>
        {basket.deadline && hasTickets && (
          <span className={styles['soft']}>
            {t('held.until', { time: time({ startsAt: basket.deadline, timeZone: basket.tickets[0]!.timeZone }) })}
          </span>
        )}
        {protection && (
          <Button look="quiet" onPress={() => void addProtection()}>
            {t('held.addProtection', { amount: money(protection.amount) })}
          </Button>
        )}
        {instance !== undefined && <Link to="/smart/sell">{t('held.addOther')}</Link>}
        <Button look="quiet" onPress={() => void clear()}>
          {t(basket.items.length > 0 ? 'held.clearAll' : 'held.clear')}
        </Button>
      </div>
    </section>
  )
}
