import { useEffect, useRef } from 'react'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatWords } from '@playhouse/seatmap'
import type { SeatFilters } from '@playhouse/seatmap/list'
import type { SeatStore } from '@playhouse/seatmap/store'
import { announce } from '#ui/announce'
import type { SeatChoice } from '../choice/useChoice.ts'
import { countMatching } from '../filter/filter.ts'
import type { SeatingModel } from '../model/seating-model.ts'

/** Announces for the list what the map announces itself: a seat chosen or cleared, and the number of seats that match a filter. */
export function useListAnnouncements(
  isList: boolean,
  model: SeatingModel,
  store: SeatStore,
  { selection, mine }: Pick<SeatChoice, 'selection' | 'mine'>,
  filters: SeatFilters,
  view: string,
  words: SeatWords,
): void {
  const previousSelection = useRef(selection)
  useEffect(() => {
    const before = previousSelection.current
    previousSelection.current = selection
    if (!isList) return
    const addedSeats = selection.filter((seat) => !before.includes(seat))
    const removedSeats = before.filter((seat) => !selection.includes(seat))
    // Seats that were just held leave the selection, and the store may show them as free for a moment.
    const clearedSeats = removedSeats.filter((seat) => store.outlook[seat] === seatAvailability.free && !mine.includes(seat))
    if (addedSeats.length > 0) announce(words.selected(addedSeats, selection))
    else if (clearedSeats.length > 0) announce(words.seatsCleared(clearedSeats, selection))
  }, [selection, mine, isList, store, words])
  const previousFilters = useRef(filters)
  useEffect(() => {
    if (previousFilters.current === filters) return
    previousFilters.current = filters
    if (isList) announce(words.matching(countMatching(model, filters, store.outlook, view)))
  }, [filters, isList, model, store, view, words])
}
