import { type FormEvent, useState } from 'react'
import type { ReturnedValue, SoldOrder } from '@playhouse/api-client/contract'
import { findUncoveredTickets } from '@playhouse/domain/membership-return'
import { add } from '@playhouse/domain/money'
import type { ReturnDestination } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { soldOrderQuery, useStaffMutation } from './counter-state.ts'
import { MemberPriceNotice } from './MemberPriceNotice.tsx'
import { returnValue } from './useExchange.ts'

type Props = {
  readonly sold: SoldOrder
  /** Chosen tickets and items. */
  readonly chosen: { readonly tickets: readonly string[]; readonly items: readonly string[] }
  readonly onReturned: (returnedValue: ReturnedValue, sold: SoldOrder) => void
}

/**
 * Returns tickets and items for credit or for the money, by the permissions of the staff user and with a reason. Closes an order on
 * hold that has none.
 */
export function ReturnForm({ sold, chosen, onReturned }: Props) {
  const t = useWords('box-office')
  const { money, list } = useFormats()
  const { send, problem, isPending } = useStaffMutation()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { tickets, items } = chosen
  const value = returnValue(sold, tickets, items)
  const keptPostage = add(...sold.itemWorth.filter(({ item }) => items.includes(item)).map((item) => item.keptPostage))
  const uncovered = findUncoveredTickets(sold.memberPrices, chosen)
  const [isLeft, setLeft] = useState(false)
  const returnTickets = async (to: ReturnDestination): Promise<void> => {
    if (reason.trim() === '') return setMissing(true)
    setMissing(false)
    const body = {
      tickets: [...tickets],
      ...(items.length > 0 && { items: [...items] }),
      to,
      value,
      reason,
      ...(uncovered.length > 0 && { leavesMemberPrices: isLeft }),
    }
    const result = await send(() => api.afterSale.giveBack({ params: { number: sold.order.number }, body }))
    // After a refusal the order on the screen may be out of date.
    if (!result.ok) return void queryClient.invalidateQueries(soldOrderQuery(sold.order.number))
    setReason('')
    setLeft(false)
    onReturned(result.value.given, result.value.sold)
  }
  const noticeKey =
    problem?.code === 'cancel-order-failed' ? 'trouble.cancel-order-failed' : problem?.code === 'price-changed' ? 'give.changed' : undefined
  const isClosing = sold.worth.length + sold.itemWorth.length === 0
  const isNothingChosen = tickets.length + items.length === 0
  const isDisabled = (isNothingChosen && !isClosing) || (uncovered.length > 0 && !isLeft)
  // Free tickets, or an order whose money has left already, as after a lost dispute: there is no destination to choose.
  const isForNothing = sold.left === 0 || (!isNothingChosen && value === 0)
  const title = t(isClosing ? 'give.close.title' : 'give.title')
  const hint = isClosing
    ? t(isForNothing ? 'give.close.nothing' : 'give.close.worth', { amount: money(value) })
    : isNothingChosen
      ? t('give.choose')
      : t('give.worthOf', {
          what: list([
            ...(tickets.length > 0 ? [t('part:tickets', { count: tickets.length })] : []),
            ...(items.length > 0 ? [t('part:items', { count: items.length })] : []),
          ]),
          amount: money(value),
        })
  return (
    <form
      className={styles['panel']}
      aria-label={title}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isDisabled) void returnTickets(sold.may.credit ? 'credit' : 'origin')
      }}
    >
      <h2>{title}</h2>
      <p>{hint}</p>
      {keptPostage > 0 && <p>{t('give.postage', { amount: money(keptPostage) })}</p>}
      {problem &&
        (noticeKey ? (
          <Notice tone="error" role="alert" title={t(`${noticeKey}.title`)}>
            <p>{t(`${noticeKey}.detail`)}</p>
          </Notice>
        ) : (
          <ProblemNotice problem={problem} bare />
        ))}
      {uncovered.length > 0 && (
        <MemberPriceNotice uncovered={uncovered} mayLeave={sold.may.leaveMemberPrices} isLeft={isLeft} onLeave={setLeft} />
      )}
      <TextField
        name="return-reason"
        label={t(isClosing ? 'give.close.reason' : 'give.reason')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        error={isMissing ? t('give.missing') : undefined}
      />
      <div className={styles['inline']}>
        {isForNothing && (
          <Button type="submit" isDisabled={isDisabled} isPending={isPending}>
            {t(isClosing ? 'give.close.title' : 'give.origin.none')}
          </Button>
        )}
        {sold.may.credit && !isForNothing && (
          <Button type="submit" isDisabled={isDisabled} isPending={isPending}>
            {t('give.credit')}
          </Button>
        )}
        {sold.may.origin && !isForNothing && (
          <Button look="danger" isDisabled={isDisabled} isPending={isPending} onPress={() => void returnTickets('origin')}>
            {t(`give.origin.${sold.origin === 'none' ? 'none' : sold.refundMeans}`)}
          </Button>
        )}
      </div>
      {!sold.may.origin && !isForNothing && <p className={styles['soft']}>{t('give.managerOnly')}</p>}
    </form>
  )
}
