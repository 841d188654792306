import { useEffect, useMemo, useRef } from 'react'
import type { PriceList } from '@playhouse/domain/pricing'
import { useDrafts } from '@playhouse/shop-ui/session'
import { performanceId } from '#sample'

/**
 * The seats the visitor has chosen, where the shop itself keeps them. What the workbench asks for is put there; what
 * changes there is told to the workbench, which answers with the setting it has now: that echo is no order.
 */
export function useSelection(
  requested: readonly string[],
  { priceTypes }: PriceList,
  onChange: (seats: readonly string[]) => void,
): readonly string[] {
  const drafts = useDrafts((kept) => kept.seats[performanceId])
  const selection = useMemo(() => (drafts ?? []).map(({ seat }) => seat), [drafts])
  const echoes = useRef<string[]>([])
  const requestKey = keyOf(requested)

  useEffect(() => {
    const echo = echoes.current.indexOf(requestKey)
    if (echo >= 0) echoes.current.splice(0, echo + 1)
    else setSelection(requested, priceTypes[0]!.id)
    // An order is its seats, not the list they came in.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [requestKey, priceTypes])
  useEffect(() => {
    // What was chosen when this was drawn may be over by now: an order came in between.
    if (keyOf(selection) === requestKey || keyOf(selection) !== keyOf(currentSelection())) return
    echoes.current.push(keyOf(selection))
    onChange(selection)
    // Only a change made here is news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selection])
  return selection
}

const currentSelection = (): readonly string[] => (useDrafts.getState().seats[performanceId] ?? []).map(({ seat }) => seat)
const keyOf = (seats: readonly string[]): string => seats.join('\n')

export function setSelection(seats: readonly string[], priceType: string): void {
  useDrafts.getState().chooseSeats(
    performanceId,
    seats.map((seat) => ({ seat, priceType })),
  )
}
