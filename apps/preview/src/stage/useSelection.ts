import { useEffect, useMemo, useRef } from 'react'
import type { PriceList } from '@playhouse/domain/pricing'
import { useDrafts } from '@playhouse/shop-ui/client-state'
import { performanceId } from '#sample'

/**
 * The selected seats, in the shop's own drafts. A request of the workbench is written there, and a change there is reported to
 * the workbench. Its next setting repeats that change, and this echo is not a request.
 */
export function useSelection(
  requested: readonly string[],
  { priceTypes }: PriceList,
  onChange: (seats: readonly string[]) => void,
): readonly string[] {
  const drafts = useDrafts((state) => state.seats[performanceId])
  const selection = useMemo(() => (drafts ?? []).map(({ seat }) => seat), [drafts])
  const echoes = useRef<string[]>([])
  const requestKey = keyOf(requested)

  useEffect(() => {
    const echo = echoes.current.indexOf(requestKey)
    if (echo >= 0) echoes.current.splice(0, echo + 1)
    else setSelection(requested, priceTypes[0]!.id)
    // A request is compared by its seats, not by list identity.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [requestKey, priceTypes])
  useEffect(() => {
    // The rendered selection may be out of date: a request may have arrived since.
    if (keyOf(selection) === requestKey || keyOf(selection) !== keyOf(currentSelection())) return
    echoes.current.push(keyOf(selection))
    onChange(selection)
    // Reports only changes made here.
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
