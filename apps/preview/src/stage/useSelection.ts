import { useEffect, useMemo, useRef } from 'react'
import type { PriceList } from '@playhouse/domain/pricing'
import { useDrafts } from '@playhouse/shop-ui/session'
import { performanceId } from '#sample'

/**
 * The seats the visitor has chosen, where the shop itself keeps them. What the workbench asks for is put there; what
 * changes there is told to the workbench, which answers with the setting it has now: that echo is no order.
 */
export function useChosen(
  asked: readonly string[],
  { priceTypes }: PriceList,
  tell: (seats: readonly string[]) => void,
): readonly string[] {
  const drafts = useDrafts((kept) => kept.seats[performanceId])
  const chosen = useMemo(() => (drafts ?? []).map(({ seat }) => seat), [drafts])
  const echoes = useRef<string[]>([])
  const order = keyOf(asked)

  useEffect(() => {
    const echo = echoes.current.indexOf(order)
    if (echo >= 0) echoes.current.splice(0, echo + 1)
    else chooseSeats(asked, priceTypes[0]!.id)
    // An order is its seats, not the list they came in.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [order, priceTypes])
  useEffect(() => {
    // What was chosen when this was drawn may be over by now: an order came in between.
    if (keyOf(chosen) === order || keyOf(chosen) !== keyOf(chosenNow())) return
    echoes.current.push(keyOf(chosen))
    tell(chosen)
    // Only a change made here is news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen])
  return chosen
}

const chosenNow = (): readonly string[] => (useDrafts.getState().seats[performanceId] ?? []).map(({ seat }) => seat)
const keyOf = (seats: readonly string[]): string => seats.join('\n')

export function chooseSeats(seats: readonly string[], priceType: string): void {
  useDrafts.getState().chooseSeats(
    performanceId,
    seats.map((seat) => ({ seat, priceType })),
  )
}
