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

/** Masked snapshots that a mask keeps. The least recently used one is dropped first. */
const maxMaskedSnapshots = 50

/** @param hiddenRanges runs of seats, `[first seat, seat count]`, in a plan with `seatCount` seats */
export function createAvailabilityMask(hiddenRanges: readonly (readonly [number, number])[], seatCount: number): AvailabilityMask {
  const hides = (seat: number): boolean => hiddenRanges.some(([first, seats]) => seat >= first && seat < first + seats)
  const mask = (packedSeats: string): Uint8Array => {
    const values = unpackAvailability(packedSeats, seatCount)
    for (const [first, seats] of hiddenRanges) values.fill(seatAvailability.hidden, first, first + seats)
    return values
  }
  /** By the ETag of the unmasked seats: performances with the same hidden seats share a mask. */
  const maskedSnapshots = new Map<string, AvailabilitySnapshot>()
  const maskSnapshot = (availability: AvailabilitySnapshot): AvailabilitySnapshot => {
    const values = mask(availability.packedSeats)
    const packedSeats = packAvailability(values)
    const seatsLeft = values.reduce((freeCount, value) => freeCount + Number(value === seatAvailability.free), 0)
    const etag = `"${createHash('sha256').update(packedSeats).digest('base64url').slice(0, 22)}"`
    return { ...availability, packedSeats, seatsLeft, etag }
  }
  return {
    name: JSON.stringify(hiddenRanges),
    apply: (availability) => {
      const { etag, version } = availability
      const known = maskedSnapshots.get(etag) ?? maskSnapshot(availability)
      const masked = known.version === version ? known : { ...known, version }
      // The seats of the performances on sale stay, and replace those of the past.
      maskedSnapshots.delete(etag)
      maskedSnapshots.set(etag, masked)
      if (maskedSnapshots.size > maxMaskedSnapshots) maskedSnapshots.delete(maskedSnapshots.keys().next().value!)
      return masked
    },
    applyToEvent: (event) => {
      if (event.kind === 'all') return { ...event, packed: packAvailability(mask(event.packed)) }
      if (event.kind === 'changes') return { ...event, changes: event.changes.filter(([seat]) => !hides(seat)) }
      return event
    },
  }
}
