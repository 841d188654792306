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

/** @param hidden runs of seats, `[first seat, seat count]`, in a plan with `seatCount` seats */
export function createAvailabilityMask(hidden: readonly (readonly [number, number])[], seatCount: number): AvailabilityMask {
  const hides = (seat: number): boolean => hidden.some(([first, seats]) => seat >= first && seat < first + seats)
  const mask = (packed: string): Uint8Array => {
    const values = unpackAvailability(packed, seatCount)
    for (const [first, seats] of hidden) values.fill(seatAvailability.hidden, first, first + seats)
    return values
  }
  let last: { readonly etag: string; readonly veiled: AvailabilitySnapshot } | undefined
  return {
    name: JSON.stringify(hidden),
    apply: (availability) => {
      if (last?.etag !== availability.etag) {
        const values = mask(availability.packed)
        const packed = packAvailability(values)
        const seatsLeft = values.reduce((left, value) => left + Number(value === seatAvailability.free), 0)
        const etag = `"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"`
        last = { etag: availability.etag, veiled: { ...availability, packed, seatsLeft, etag } }
      }
      if (last.veiled.version !== availability.version) last = { ...last, veiled: { ...last.veiled, version: availability.version } }
      return last.veiled
    },
    applyToEvent: (event) => {
      if (event.kind === 'all') return { ...event, packed: packAvailability(mask(event.packed)) }
      if (event.kind === 'changes') return { ...event, changes: event.changes.filter(([seat]) => !hides(seat)) }
      return event
    },
  }
}
