import { createHash } from 'node:crypto'
import { packAvailability, seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { SeatEvent } from '@playhouse/domain/seat-stream'
import type { AvailabilitySnapshot } from './seat-mirror.ts'

/** Hides seats that are kept for others: the visitor sees that they exist, but not whether they are free. */
export interface AvailabilityMask {
  /** Equal for masks that hide the same seats. */
  readonly name: string
  apply(availability: AvailabilitySnapshot): AvailabilitySnapshot
  applyToEvent(event: SeatEvent): SeatEvent
}

/** @param hiddenRanges runs of seats, `[first seat, seat count]`, in a plan with `seatCount` seats */
export function createAvailabilityMask(hiddenRanges: readonly (readonly [number, number])[], seatCount: number): AvailabilityMask {
  const hides = (seat: number): boolean => hiddenRanges.some(([first, seats]) => seat >= first && seat < first + seats)
  const mask = (packedSeats: string): Uint8Array => {
    const values = unpackAvailability(packedSeats, seatCount)
    for (const [first, seats] of hiddenRanges) values.fill(seatAvailability.hidden, first, first + seats)
    return values
  }
  let last: { readonly etag: string; readonly maskedSnapshot: AvailabilitySnapshot } | undefined
  return {
    name: JSON.stringify(hiddenRanges),
    apply: (availability) => {
      if (last?.etag !== availability.etag) {
        const values = mask(availability.packedSeats)
        const packedValues = packAvailability(values)
        const seatsLeft = values.reduce((freeCount, value) => freeCount + Number(value === seatAvailability.free), 0)
        const etag = `"${createHash('sha256').update(packedValues).digest('base64url').slice(0, 22)}"`
        last = { etag: availability.etag, maskedSnapshot: { ...availability, packedSeats: packedValues, seatsLeft, etag } }
      }
      if (last.maskedSnapshot.version !== availability.version)
        last = { ...last, maskedSnapshot: { ...last.maskedSnapshot, version: availability.version } }
      return last.maskedSnapshot
    },
    applyToEvent: (event) => {
      if (event.kind === 'all') return { ...event, packed: packAvailability(mask(event.packed)) }
      if (event.kind === 'changes') return { ...event, changes: event.changes.filter(([seat]) => !hides(seat)) }
      return event
    },
  }
}
