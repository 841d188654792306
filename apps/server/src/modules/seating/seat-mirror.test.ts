import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { SeatEvent } from '@playhouse/domain/seat-stream'
import type { SeatClaimEnd } from './claim-feed.ts'
import { createSeatMirror } from './seat-mirror.ts'

const seats = 40
const { free, taken } = seatAvailability
/** A read whose snapshot was taken within five microseconds of an instant. */
const at = (instant: number) => ({ snapshot: `s${instant}`, from: instant, upTo: instant + 5 })
const sold = (...seats: number[]): SeatClaimEnd[] => seats.map((seat) => ({ seat, until: Infinity }))

/** The seat values of a visitor who had `values`, after an event. */
function applyEvent(values: Uint8Array, event: SeatEvent): Uint8Array {
  if (event.kind === 'all') return unpackAvailability(event.packed, seats)
  const next = Uint8Array.from(values)
  if (event.kind === 'changes') for (const [seat, value] of event.changes) next[seat] = value
  return next
}
const snapshotOf = (mirror: ReturnType<typeof createSeatMirror>): Uint8Array => unpackAvailability(mirror.read().packedSeats, seats)

describe('a seat mirror', () => {
  it('emits an event for changed seats, and none otherwise', () => {
    const mirror = createSeatMirror(seats)
    expect(mirror.load(at(1_000), sold(3))).toBeUndefined()
    expect(mirror.take(at(2_000), sold(5, 3))).toEqual({ kind: 'changes', after: 1_000, version: 2_000, changes: [[5, taken]] })
    expect(mirror.take(at(3_000), sold(5))).toBeUndefined()
    expect(mirror.take(at(4_000), [{ seat: 5, until: 0 }])).toEqual({ kind: 'changes', after: 2_000, version: 4_000, changes: [[5, free]] })
    expect(mirror.read()).toMatchObject({ version: 4_000, seatsLeft: seats - 1 })
  })

  it('frees a held seat when its hold lapses, without a sweep', () => {
    const mirror = createSeatMirror(seats)
    mirror.load(at(1_000), [{ seat: 7, until: 5_000 }])
    expect(mirror.take(at(4_999), [])).toBeUndefined()
    expect(mirror.take(at(5_000), [])).toMatchObject({ changes: [[7, free]] })
  })

  it('uses the new end of an extended hold', () => {
    const mirror = createSeatMirror(seats)
    mirror.load(at(1_000), [{ seat: 7, until: 5_000 }])
    mirror.take(at(4_000), [{ seat: 7, until: 9_000 }])
    expect(mirror.take(at(6_000), [])).toBeUndefined()
    expect(mirror.take(at(9_000), [])).toMatchObject({ changes: [[7, free]] })
  })

  it('sends all seats for an unknown, too old or future version', () => {
    const mirror = createSeatMirror(seats, 2)
    mirror.load(at(1_000), [])
    for (const instant of [2_000, 3_000, 4_000]) mirror.take(at(instant), sold(instant / 1_000))
    expect(mirror.since(undefined).kind).toBe('all')
    expect(mirror.since(1_500).kind).toBe('all')
    expect(mirror.since(2_500)).toMatchObject({
      kind: 'changes',
      changes: [
        [3, taken],
        [4, taken],
      ],
    })
    expect(mirror.since(9_000)).toMatchObject({ kind: 'all', version: 4_000 })
  })

  it('starts again after the clock of the database is set back', () => {
    const mirror = createSeatMirror(seats)
    mirror.load(at(9_000), [])
    mirror.take(at(9_500), sold(1))
    mirror.take(at(5_000), sold(2))
    expect(mirror.version()).toBe(9_501)
    expect(mirror.since(9_100).kind).toBe('all')
  })

  it('finds missed changes when it is reloaded, and emits them', () => {
    const mirror = createSeatMirror(seats)
    mirror.load(at(1_000), sold(1, 2))
    expect(mirror.load(at(2_000), sold(2, 3))).toMatchObject({
      after: 1_000,
      changes: [
        [1, free],
        [3, taken],
      ],
    })
  })

  it('keeps every visitor correct, whatever version they had, with two mirrors that read at different times', () => {
    const step = fc.record({
      seat: fc.nat(seats - 1),
      isTaken: fc.boolean(),
      lookers: fc.subarray([0, 1]),
      pause: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(59), fc.integer({ min: 0, max: 5 }), (steps, leaving, blur) => {
        // The claims, two mirrors that read them now and then, and a visitor who switches between the mirrors.
        const truth = new Map<number, number>()
        const mirrors = [createSeatMirror(seats, 8), createSeatMirror(seats, 8)]
        const unread = [new Map<number, number>(), new Map<number, number>()]
        let now = 1_000
        const readWindow = () => ({ snapshot: String(now), from: now - blur, upTo: now + blur })
        for (const mirror of mirrors) mirror.load(readWindow(), [])
        let last: { version: number; values: Uint8Array } | undefined
        steps.forEach(({ seat, isTaken, lookers, pause }, i) => {
          now += pause
          truth.set(seat, isTaken ? Infinity : 0)
          for (const missed of unread) missed.set(seat, isTaken ? Infinity : 0)
          for (const looker of lookers) {
            mirrors[looker]!.take(
              readWindow(),
              Array.from(unread[looker]!, ([seat, until]) => ({ seat, until })),
            )
            unread[looker]!.clear()
          }
          if (i === Math.min(leaving, steps.length - 1)) last = { version: mirrors[0]!.version(), values: snapshotOf(mirrors[0]!) }
        })
        now += 1
        mirrors[1]!.take(
          readWindow(),
          Array.from(unread[1]!, ([seat, until]) => ({ seat, until })),
        )
        const expected = Uint8Array.from({ length: seats }, (_, seat) => (truth.get(seat) ? taken : free))
        expect(applyEvent(last!.values, mirrors[1]!.since(last!.version))).toEqual(expected)
      }),
      // Taken and freed between two reads of one mirror, and seen as taken by the other.
      {
        numRuns: 500,
        examples: [
          [
            [
              { seat: 6, isTaken: true, lookers: [], pause: 1 },
              { seat: 0, isTaken: false, lookers: [0], pause: 1 },
              { seat: 6, isTaken: false, lookers: [], pause: 1 },
            ],
            1,
            0,
          ],
        ],
      },
    )
  })
})
