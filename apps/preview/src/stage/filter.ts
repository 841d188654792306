import { type SeatFlag, seatFlag, type SeatType, seatTypes } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import { noFilters, type SeatFilters } from '@playhouse/seatmap/list'

/** A setting's filter as the map takes it: `band:a`, `type:wheelchair`, `flag:stepFree`; anything else lets every seat pass. */
export function readFilter(text: string): SeatFilters {
  const [rule, value = ''] = text.split(':')
  if (rule === 'band' && isOneOf<Band>(bands, value)) return { bands: new Set([value]) }
  if (rule === 'type' && isOneOf<SeatType>(seatTypes, value)) return { types: new Set([value]) }
  if (rule === 'flag' && isOneOf<SeatFlag>(Object.keys(seatFlag) as SeatFlag[], value)) return { flags: new Set([value]) }
  return noFilters
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string): text is Value =>
  (values as readonly string[]).includes(text)
