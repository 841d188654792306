import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeatEventReader, type SeatEvent, streamHeartbeat, writeSeatEvent } from './seat-stream.ts'

const version = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const changes = fc
  .uniqueArray(fc.tuple(fc.nat(2_000), fc.integer({ min: 0, max: 2 })), { selector: ([seat]) => seat, maxLength: 60 })
  .map((deltas) => deltas.sort(([a], [b]) => a - b))
const event: fc.Arbitrary<SeatEvent> = fc.oneof(
  fc.record({ kind: fc.constant('changes' as const), after: version, version, changes }),
  fc.record({ kind: fc.constant('all' as const), version, packed: fc.base64String() }),
  fc.constant({ kind: 'behind' as const }),
  fc.record({ kind: fc.constant('seating' as const), seatingVersion: fc.stringMatching(/^[\w-]{1,22}$/) }),
)
const sorted = (read: SeatEvent): SeatEvent =>
  read.kind === 'changes' ? { ...read, changes: [...read.changes].sort(([a], [b]) => a - b) } : read

describe('the stream of seats', () => {
  it('reads the written events from text in any chunks', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (events, cuts) => {
        const text = events.map((each) => streamHeartbeat + writeSeatEvent(each)).join('')
        const read = createSeatEventReader()
        const output: SeatEvent[] = []
        let at = 0
        for (const length of cuts) {
          if (at >= text.length) break
          output.push(...read(text.slice(at, at + length)))
          at += length
        }
        expect(output.map(sorted)).toEqual(events)
      }),
    )
  })

  it('writes neighbours as a range', () => {
    const text = writeSeatEvent({
      kind: 'changes',
      after: 7,
      version: 9,
      changes: [
        [30, 1],
        [7, 0],
        [13, 1],
        [12, 1],
        [14, 1],
      ],
    })
    expect(text).toBe('id: 9\nevent: changes\ndata: 7 1:12-14,30 0:7\n\n')
  })

  it('writes an event without changes', () => {
    const emptyChange: SeatEvent = { kind: 'changes', after: 7, version: 9, changes: [] }
    expect(createSeatEventReader()(writeSeatEvent(emptyChange))).toEqual([emptyChange])
  })

  it('skips unknown events', () => {
    expect(createSeatEventReader()('event: weather\ndata: rain\n\nretry: 5\n\n\n\n')).toEqual([])
  })

  it.each(['1:5-3', '1:', '1:-4', 'x:3', '1:3.5', '1:0-99999999', '1:300000', '1:1e3'])('refuses the run %s', (run) => {
    expect(() => createSeatEventReader()(`id: 2\nevent: changes\ndata: 1 ${run}\n\n`)).toThrow(SyntaxError)
  })

  it.each(['', '-1', '99999999999999999999', 'NaN'])('refuses the version %j', (id) => {
    expect(() => createSeatEventReader()(`id: ${id}\nevent: all\ndata: AAAA\n\n`)).toThrow(SyntaxError)
  })
})
