import { useEffect, useRef, useState } from 'react'
import type { FoundSeats, SeatRequest } from '@playhouse/api-client/contract'
import { ok } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { useApiMutation } from '#mutation'
import { serverNow } from '#browser'
import { type ApiProblem, queryClient, basketQuery, useBasket, useBestAvailable, useBrand, useRemoveTicket } from '#server-state'

export type BestSeats = {
  /** The result, as long as its seats are held in the basket. */
  readonly found: Omit<FoundSeats, 'basket'> | undefined
  /** The reason that there are no other seats; the earlier result stays. */
  readonly problem: ApiProblem | undefined
  /** The last request. */
  readonly wish: SeatRequest | undefined
  readonly isSearching: boolean
  /** Whether other seats were shown before these. */
  readonly hasEarlier: boolean
  /** Finds and holds seats; releases the result of the previous request. */
  readonly find: (wish: SeatRequest) => void
  readonly showOthers: () => void
  readonly giveBack: () => void
}

/**
 * Best available seats: held when shown, replaced by others in one step, released when not wanted.
 * @param onAnswer called after each response, and after later renders until it returns true: the result may not be rendered yet
 */
export function useBestSeats(instance: string, onAnswer: (answer: 'sought' | 'given-back') => boolean): BestSeats {
  const t = useWords('seat')
  const { time } = useFormats()
  const { timeZone } = useBrand()
  const basket = useBasket()
  const best = useBestAvailable()
  const remove = useRemoveTicket()
  const [found, setFound] = useState<Omit<FoundSeats, 'basket'>>()
  const { send, problem } = useApiMutation()
  const [wish, setWish] = useState<SeatRequest>()
  const [seen, setSeen] = useState<readonly string[]>([])
  const asking = useRef(false)
  /** The request without a response. Pressed again, it is repeated with the same idempotency key and holds no further seats. */
  const unanswered = useRef<{ readonly asked: string; readonly body: SeatRequest & { readonly once: string } }>(undefined)
  const answered = useRef<'sought' | 'given-back'>(undefined)
  useEffect(() => {
    if (answered.current && !best.isPending && onAnswer(answered.current)) answered.current = undefined
  })
  // Not held if they were removed from the basket on another page, or the hold has expired.
  const isHeld = found?.seats.every((seat) => basket.tickets.some((ticket) => ticket.instance === instance && ticket.seat === seat))
  const held = isHeld ? found : undefined

  const sayHeld = (count: number): void => {
    const deadline = queryClient.getQueryData(basketQuery.queryKey)?.deadline
    if (!deadline) return
    const minutes = Math.round((Date.parse(deadline) - serverNow()) / 60_000)
    announce(t('held', { count, time: time({ startsAt: deadline, timeZone }), minutes }))
  }
  const ask = async (next: SeatRequest, shown: readonly string[]): Promise<void> => {
    if (asking.current) return
    asking.current = true
    setWish(next)
    try {
      const giveBack = shown.length === 0 && held ? held.seats : []
      const press = {
        asked: JSON.stringify([next, shown]),
        body: {
          ...next,
          ...(shown.length > 0 && { others: [...shown] }),
          ...(giveBack.length > 0 && { giveBack }),
          once: `${Date.now()} ${Math.random()}`,
        },
      }
      const { body } = unanswered.current?.asked === press.asked ? unanswered.current : press
      const onSuccess = ({ basket: _, ...answer }: FoundSeats): void => {
        setFound(answer)
        setSeen([...shown, ...answer.seats])
        sayHeld(answer.seats.length)
      }
      const result = await send(() => best.mutateAsync({ params: { instance }, body }), { onSuccess })
      unanswered.current = result.ok || result.error.code !== 'service-unavailable' ? undefined : { ...press, body }
    } finally {
      asking.current = false
      answered.current = 'sought'
    }
  }
  return {
    found: held,
    problem,
    wish,
    isSearching: best.isPending,
    hasEarlier: held !== undefined && seen.length > held.seats.length,
    find: (next) => void ask(next, []),
    showOthers: () => wish && void ask(wish, seen),
    giveBack: () => {
      const tickets = basket.tickets.filter((ticket) => ticket.instance === instance && held?.seats.includes(ticket.seat))
      const removeTickets = async () => {
        for (const { id } of tickets) {
          // Removing a seat of a block removes the whole block.
          const result = await remove.mutateAsync({ params: { id } })
          if (!result.ok && result.error.code !== 'basket-line-unknown') return result
        }
        return ok(undefined)
      }
      const onSuccess = (): void => {
        setFound(undefined)
        setSeen([])
        answered.current = 'given-back'
      }
      void send(removeTickets, { onSuccess, message: t('byPrice.givenBack') })
    },
  }
}
