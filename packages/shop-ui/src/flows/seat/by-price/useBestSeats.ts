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
  readonly foundSeats: Omit<FoundSeats, 'basket'> | undefined
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
export function useBestSeats(instance: string, onAnswer: (outcome: 'sought' | 'given-back') => boolean): BestSeats {
  const t = useWords('seat')
  const { time } = useFormats()
  const { timeZone } = useBrand()
  const basket = useBasket()
  const best = useBestAvailable()
  const remove = useRemoveTicket()
  const [foundSeats, setFound] = useState<Omit<FoundSeats, 'basket'>>()
  const { send, problem } = useApiMutation()
  const [wish, setWish] = useState<SeatRequest>()
  const [seenSeats, setSeen] = useState<readonly string[]>([])
  const asking = useRef(false)
  /** The request without a response. Pressed again, it is repeated with the same idempotency key and holds no further seats. */
  const pendingRequest = useRef<{ readonly requestKey: string; readonly body: SeatRequest & { readonly once: string } }>(undefined)
  const lastOutcome = useRef<'sought' | 'given-back'>(undefined)
  useEffect(() => {
    if (lastOutcome.current && !best.isPending && onAnswer(lastOutcome.current)) lastOutcome.current = undefined
  })
  // Not held if they were removed from the basket on another page, or the hold has expired.
  const isHeld = foundSeats?.seats.every((seat) => basket.tickets.some((ticket) => ticket.instance === instance && ticket.seat === seat))
  const heldSeats = isHeld ? foundSeats : undefined

  const sayHeld = (count: number): void => {
    const deadline = queryClient.getQueryData(basketQuery.queryKey)?.deadline
    if (!deadline) return
    const minutes = Math.round((Date.parse(deadline) - serverNow()) / 60_000)
    announce(t('held', { count, time: time({ startsAt: deadline, timeZone }), minutes }))
  }
  const requestSeats = async (next: SeatRequest, shownSeats: readonly string[]): Promise<void> => {
    if (asking.current) return
    asking.current = true
    setWish(next)
    try {
      const giveBack = shownSeats.length === 0 && heldSeats ? heldSeats.seats : []
      const press = {
        requestKey: JSON.stringify([next, shownSeats]),
        body: {
          ...next,
          ...(shownSeats.length > 0 && { others: [...shownSeats] }),
          ...(giveBack.length > 0 && { giveBack }),
          once: `${Date.now()} ${Math.random()}`,
        },
      }
      const { body } = pendingRequest.current?.requestKey === press.requestKey ? pendingRequest.current : press
      const onSuccess = ({ basket: _, ...bestSeats }: FoundSeats): void => {
        setFound(bestSeats)
        setSeen([...shownSeats, ...bestSeats.seats])
        sayHeld(bestSeats.seats.length)
      }
      const result = await send(() => best.mutateAsync({ params: { instance }, body }), { onSuccess })
      pendingRequest.current = result.ok || result.error.code !== 'service-unavailable' ? undefined : { ...press, body }
    } finally {
      asking.current = false
      lastOutcome.current = 'sought'
    }
  }
  return {
    foundSeats: heldSeats,
    problem,
    wish,
    isSearching: best.isPending,
    hasEarlier: heldSeats !== undefined && seenSeats.length > heldSeats.seats.length,
    find: (next) => void requestSeats(next, []),
    showOthers: () => wish && void requestSeats(wish, seenSeats),
    giveBack: () => {
      const tickets = basket.tickets.filter((ticket) => ticket.instance === instance && heldSeats?.seats.includes(ticket.seat))
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
        lastOutcome.current = 'given-back'
      }
      void send(removeTickets, { onSuccess, message: t('byPrice.givenBack') })
    },
  }
}
