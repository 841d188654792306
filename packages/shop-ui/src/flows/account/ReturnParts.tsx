import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Order, ReturnOffer } from '@playhouse/api-client/contract'
import {
  isCompleteChoice,
  type ReturnSplit,
  splitCustomerReturn,
  valueOfReturn,
  withDependentParts,
} from '@playhouse/domain/customer-return'
import { money } from '@playhouse/domain/money'
import { isReservation } from '@playhouse/domain/product-reservation'
import { Checkbox } from '#form/Checkbox'
import { useFormats, useWords, useTexts } from '#i18n'
import { useItemName } from '#ticketing/ItemText'
import { Price } from '#ticketing/Price'
import { useSeatName } from '#ticketing/SeatName'
import { AlertDialog } from '#ui/AlertDialog'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, orderQuery, ordersQuery, queryClient, useBrand, useSession } from '#server-state'
import styles from './AccountPage.module.css'
import { FocusAfterClose } from '#ui/FocusAfterClose'
import { creditQuery, membershipsQuery, returnOfferQuery } from './queries.ts'

type Part = ReturnOffer['tickets'][number] & { readonly kind: 'ticket' | Order['items'][number]['kind']; readonly name: string }

/** The parts of an order that can be returned now, or could be, with their names. */
function useParts(order: Order, offer: ReturnOffer | undefined): readonly Part[] {
  const { dateAndTime } = useFormats()
  const seatName = useSeatName()
  const itemName = useItemName()
  const textsOf = useTexts()
  const tickets = (offer?.tickets ?? []).flatMap((part): Part[] => {
    const ticket = order.tickets.find(({ id }) => id === part.id)
    return ticket ? [{ ...part, kind: 'ticket', name: [textsOf(ticket).title, dateAndTime(ticket), seatName(ticket)].join(', ') }] : []
  })
  const items = (offer?.items ?? []).flatMap((part): Part[] => {
    const item = order.items.find(({ id }) => id === part.id)
    return item ? [{ ...part, kind: item.kind, name: itemName(item) }] : []
  })
  return [...tickets, ...items]
}

/** Returns chosen tickets and items of a paid order, each by its own rule. It shows what comes back, and how, before the return. */
export function ReturnParts({ order }: { readonly order: Order }) {
  const t = useWords('profile')
  const { customer } = useSession()
  // Account credit and returns need an account.
  const isAsked = order.state === 'confirmed' && customer !== null && !customer.isGuest
  const { data: offer } = useQuery({ ...returnOfferQuery(order.number), enabled: isAsked })
  const parts = useParts(order, offer)
  const mutation = useApiMutation({ onProblem: () => reloadOrder(order.number) })
  const heading = useRef<HTMLHeadingElement>(null)
  // A single ticket is the whole order, which is cancelled.
  const isWhole = parts.length === 1 && parts[0]!.kind === 'ticket'
  const isOffered = isAsked && !isWhole && parts.some(({ refusal }) => refusal === null)
  if (!isOffered && !mutation.message && !mutation.problem) return null
  const isGone = mutation.problem?.code === 'cancel-order-failed' || mutation.problem?.code === 'price-changed'
  return (
    <section aria-labelledby="return-parts" className={styles.section} data-print="none">
      <h2 id="return-parts" ref={heading} tabIndex={-1}>
        {t('returns.title')}
      </h2>
      {isGone ? (
        <Notice tone="error" role="alert" title={t('returns.gone.title')}>
          <p>{t('returns.gone.detail')}</p>
        </Notice>
      ) : (
        <MutationOutcome mutation={mutation} />
      )}
      {isOffered && offer && <ReturnChoice order={order} offer={offer} parts={parts} mutation={mutation} heading={heading} />}
    </section>
  )
}

async function reloadOrder(number: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(orderQuery(number)),
    queryClient.invalidateQueries(returnOfferQuery(number)),
    queryClient.invalidateQueries(ordersQuery),
  ])
}

type ChoiceProps = {
  readonly order: Order
  readonly offer: ReturnOffer
  readonly parts: readonly Part[]
  readonly mutation: ReturnType<typeof useApiMutation>
  readonly heading: RefObject<HTMLHeadingElement | null>
}

function ReturnChoice({ order, offer, parts, mutation, heading }: ChoiceProps) {
  const t = useWords('profile')
  const { money: formatMoney } = useFormats()
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const [isConfirming, setConfirming] = useState(false)
  const returnable = { parts: parts.filter(({ refusal }) => refusal !== 'used'), remaining: offer.remaining }
  const chosen = new Set(chosenIds.filter((id) => parts.some((part) => part.id === id && part.refusal === null)))
  const value = valueOfReturn(returnable, chosen)
  const total = money(value.toOrigin + value.toCredit)
  const isComplete = isCompleteChoice(returnable, chosen)
  const included = withDependentParts(returnable, chosen)
  const moneySentences = useReturnSentences(splitCustomerReturn(value, offer.money))
  const isReserved = included.some(({ kind }) => kind === 'ticket') && order.items.some((item) => !item.isReturned && isReservation(item))
  const sentences = isReserved ? [...moneySentences, t('returns.reservations')] : moneySentences
  const close = (): void => setConfirming(false)
  const returnParts = async (): Promise<void> => {
    const idsOf = (isTicket: boolean) =>
      parts.filter(({ id, kind }) => chosen.has(id) && (kind === 'ticket') === isTicket).map(({ id }) => id)
    const body = { tickets: idsOf(true), items: idsOf(false), value: total }
    const result = await mutation.send(() => api.me.returnParts({ params: { number: order.number }, body }), {
      message: t('returns.done', { amount: formatMoney(total) }),
      onSuccess: async (returned) => {
        queryClient.setQueryData(orderQuery(order.number).queryKey, returned.order)
        void queryClient.invalidateQueries(creditQuery)
        void queryClient.invalidateQueries(membershipsQuery)
        await reloadOrder(order.number)
      },
    })
    // After a refusal the choice stays.
    if (result.ok) setChosenIds([])
    close()
  }
  return (
    <>
      <p className={styles.lead}>{t('returns.lead')}</p>
      <ul role="list" className={styles.section} aria-labelledby="return-parts">
        {parts.map((part) => (
          <ReturnLine
            key={part.id}
            part={part}
            isChosen={chosen.has(part.id)}
            onChange={(isChosen) => setChosenIds(isChosen ? [...chosenIds, part.id] : chosenIds.filter((id) => id !== part.id))}
          />
        ))}
      </ul>
      <div role="status">
        {chosen.size === 0 ? (
          <p>{t('returns.choose')}</p>
        ) : isComplete ? (
          <ReturnOutcome total={formatMoney(total)} sentences={sentences} included={included.length - chosen.size} />
        ) : (
          <p>{t('returns.together')}</p>
        )}
      </div>
      <p>
        <Button isDisabled={chosen.size === 0 || !isComplete} onPress={() => setConfirming(true)}>
          {t('returns.ask')}
        </Button>
      </p>
      <AlertDialog
        isOpen={isConfirming}
        title={t('returns.sure', { count: included.length })}
        onClose={close}
        safe={{ label: t('returns.keep'), onPress: close }}
        other={{ label: t('returns.ask'), danger: true, isPending: mutation.isPending, onPress: () => void returnParts() }}
      >
        <ReturnOutcome total={formatMoney(total)} sentences={sentences} included={included.length - chosen.size} />
        <FocusAfterClose target={heading} />
      </AlertDialog>
    </>
  )
}

function ReturnLine({
  part,
  isChosen,
  onChange,
}: {
  readonly part: Part
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}) {
  const t = useWords('profile')
  const { dateAndTime, money: formatMoney } = useFormats()
  const { timeZone, contact } = useBrand()
  const { refusal, until, name, keptPostage } = part
  if (refusal !== null)
    return (
      <li className={styles.note}>
        {name}: {t(`returns.refused.${refusal}`, { phone: contact.phone })}
      </li>
    )
  const hint = [
    ...(until === null ? [] : [t('returns.until', { when: dateAndTime({ startsAt: until, timeZone }) })]),
    ...(keptPostage === 0 ? [] : [t('returns.postage', { amount: formatMoney(keptPostage) })]),
  ].join(' ')
  return (
    <li>
      <Checkbox name={`return-${part.id}`} value={isChosen} onChange={onChange} hint={hint === '' ? undefined : hint}>
        {name} · <Price amount={part.value} free />
      </Checkbox>
    </li>
  )
}

/** What comes back and how, as sentences. */
function useReturnSentences({ origin, credit, purses }: ReturnSplit): readonly string[] {
  const t = useWords('profile')
  const { money: format } = useFormats()
  const { creditMonths } = useBrand().limits
  return [
    ...(origin > 0 ? [t('returns.origin', { amount: format(origin) })] : []),
    ...(credit > 0 ? [t('returns.credit', { amount: format(credit), count: creditMonths })] : []),
    ...(purses > 0 ? [t('returns.purses', { amount: format(purses) })] : []),
  ]
}

function ReturnOutcome({
  total,
  sentences,
  included,
}: {
  readonly total: string
  readonly sentences: readonly string[]
  /** Parts that are returned with the chosen ones. */
  readonly included: number
}) {
  const t = useWords('profile')
  return (
    <div className={styles.copy}>
      <p>
        <strong>{t('returns.value', { amount: total })}</strong>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {included > 0 && <p>{t('returns.protection')}</p>}
    </div>
  )
}
