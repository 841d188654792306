import { useEffect, useRef, useState } from 'react'
import type { FoundSeats, SeatRequest } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { serverNow } from '#browser'
import { type ApiProblem, queryClient, basketQuery, useBasket, useBestAvailable, useBrand, useRemoveTicket } from '#server-state'

export type BestSeats = {
  /** Held for the visitor since they were found, and in their basket still. */
  readonly found: Omit<FoundSeats, 'basket'> | undefined
  /** Why there is nothing else; the seats that were found before stay. */
  readonly problem: ApiProblem | undefined
  /** The wish that was asked last. */
  readonly wish: SeatRequest | undefined
  readonly isSearching: boolean
  /** Whether these are not the first that were shown. */
  readonly hasEarlier: boolean
  /** Finds seats and holds them; what was held for the wish before goes. */
  readonly find: (wish: SeatRequest) => void
  readonly showOthers: () => void
  readonly giveBack: () => void
}

/**
 * The best seats for a wish: held when they are shown, swapped for others in one step, given back when they are not wanted.
 * @param onAnswer after each answer, and after each render until it says true: what came of it may not be on the screen yet
 */
export function useBestSeats(instance: string, onAnswer: (answer: 'sought' | 'given-back') => boolean): BestSeats {
  const t = useWords('seat')
  const { time } = useFormats()
  const { timeZone } = useBrand()
  const basket = useBasket()
  const best = useBestAvailable()
  const remove = useRemoveTicket()
  const [found, setFound] = useState<Omit<FoundSeats, 'basket'>>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [wish, setWish] = useState<SeatRequest>()
  const [seen, setSeen] = useState<readonly string[]>([])
  const asking = useRef(false)
  /** The press that was never answered: pressed again, the same is asked by the same name, and holds no more seats. */
  const unanswered = useRef<{ readonly asked: string; readonly body: SeatRequest & { readonly once: string } }>(undefined)
  const answered = useRef<'sought' | 'given-back'>(undefined)
  useEffect(() => {
    if (answered.current && !best.isPending && onAnswer(answered.current)) answered.current = undefined
  })
  // Taken out of the basket on another page, or lapsed with it.
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
    setProblem(undefined)
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
      const result = await best.mutateAsync({ params: { instance }, body })
      unanswered.current = result.ok || result.error.code !== 'service-unavailable' ? undefined : { ...press, body }
      if (result.ok) {
        const { basket: _, ...answer } = result.value
        setFound(answer)
        setSeen([...shown, ...answer.seats])
        sayHeld(answer.seats.length)
      } else setProblem(result.error)
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
    giveBack: async () => {
      const tickets = basket.tickets.filter((ticket) => ticket.instance === instance && held?.seats.includes(ticket.seat))
      for (const { id } of tickets) {
        // A seat of a block takes the others with it.
        const result = await remove.mutateAsync({ params: { id } })
        if (!result.ok && result.error.code !== 'basket-line-unknown') return setProblem(result.error)
      }
      setFound(undefined)
      setSeen([])
      answered.current = 'given-back'
      announce(t('byPrice.givenBack'))
    },
  }
}
