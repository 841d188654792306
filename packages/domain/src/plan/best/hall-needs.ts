import type { Plan } from '../model/plan.ts'
import { type SeatFlag, type SeatType, seatFlag, seatTypes } from '../model/seat-type.ts'
import { type SeatNeed, seatNeeds } from './request.ts'

/** The fact or the type of the seats that meet each need. */
const seatsByNeed: Readonly<Record<SeatNeed, { readonly flag: SeatFlag } | { readonly type: SeatType }>> = {
  wheelchair: { type: 'wheelchair' },
  companion: { type: 'companion' },
  'step-free': { flag: 'stepFree' },
  'end-of-row': { flag: 'endOfRow' },
  'hearing-loop': { flag: 'hearingLoop' },
  'audio-described': { type: 'audio-described' },
  captioned: { type: 'captioned' },
  bsl: { type: 'bsl' },
}

/** The needs that a request can state in a hall: some of its seats meet them, and others do not. */
export function needsOfHall({ flags, type }: Pick<Plan, 'flags' | 'type'>): SeatNeed[] {
  const types = new Set(type)
  return seatNeeds.filter((need) => {
    const seats = seatsByNeed[need]
    if ('type' in seats) return types.has(seatTypes.indexOf(seats.type))
    const bit = seatFlag[seats.flag]
    return flags.some((bits) => bits & bit) && flags.some((bits) => !(bits & bit))
  })
}

/** Some needs, as far as a hall has seats for them. Without a wheelchair space there is no companion seat. */
export function needsWithin(plan: Pick<Plan, 'flags' | 'type'>, needs: readonly SeatNeed[]): SeatNeed[] {
  const present = needsOfHall(plan).filter((need) => needs.includes(need))
  return present.includes('wheelchair') ? present : present.filter((need) => need !== 'companion')
}
