import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  groupLocks,
  lockAgentProblem,
  lockFields,
  type LockPainting,
  lockReleaseProblem,
  lockTypes,
  paintLocks,
  releaseOf,
  type SeatLock,
} from './seat-lock.ts'

const house: SeatLock = { type: 'house', note: '', release: null }
const start = { startsAt: '2027-03-28T19:30', timeZone: 'Europe/London' }
const hour = 3_600_000

const seat = fc.constantFrom<string>('A.1', 'A.2', 'A.3', 'B.1', 'B.2', '__proto__')
const lock: fc.Arbitrary<SeatLock> = fc.record({
  type: fc.constantFrom(...lockTypes),
  agent: fc.constantFrom('hotel', 'kiosk', undefined),
  note: fc.constantFrom('', 'Evening Post'),
  release: fc.constantFrom(null, { kind: 'minutes-before' as const, minutes: 60 }),
})
const painting: fc.Arbitrary<LockPainting> = fc.array(fc.record({ lock: fc.option(lock), seats: fc.uniqueArray(seat, { minLength: 1 }) }), {
  minLength: 1,
  maxLength: 4,
})

describe('locks of a performance', () => {
  it('are never painted on a seat that a customer has, and name each painted seat once', () => {
    fc.assert(
      fc.property(painting, painting, fc.uniqueArray(seat), (first, second, sold) => {
        const { locks } = paintLocks({}, first, (each) => sold.includes(each))
        for (const each of sold) expect(Object.hasOwn(locks, each)).toBe(false)
        const painted = paintLocks(locks, second, (each) => sold.includes(each))
        for (const each of sold) expect(Object.hasOwn(painted.locks, each)).toBe(false)
        const effects = [...painted.locked, ...painted.changed, ...painted.unlocked, ...painted.taken]
        expect(new Set(effects).size).toBe(effects.length)
        const last = new Map(second.flatMap((step) => step.seats.map((each) => [each, step.lock])))
        for (const [each, wanted] of last) {
          const own = Object.hasOwn(painted.locks, each) ? painted.locks[each] : null
          expect(own).toEqual(wanted !== null && sold.includes(each) ? null : wanted)
        }
        // Seats that the painting does not name keep their lock.
        for (const [each, before] of Object.entries(locks)) if (!last.has(each)) expect(painted.locks[each]).toEqual(before)
        expect(groupLocks(painted.locks).flatMap(({ seats }) => seats)).toHaveLength(Object.keys(painted.locks).length)
      }),
    )
  })

  it('change nothing where the seats have the same lock', () => {
    const painted = paintLocks({ 'A.1': house }, [{ lock: house, seats: ['A.1'] }], () => false)
    expect(painted).toMatchObject({ locks: { 'A.1': house }, locked: [], changed: [], unlocked: [], taken: [] })
  })

  it('name an agent who has an agreement if they are for an agent, and no agent otherwise', () => {
    const faultsOf = (lock: SeatLock | null) => lockAgentProblem([{ lock, seats: ['A.1'] }], new Set(['hotel']))?.params.fields ?? []
    for (const fine of [null, house, { ...house, type: 'agent' as const, agent: 'hotel' }]) expect(faultsOf(fine)).toEqual([])
    for (const faulty of [{ type: 'agent' as const }, { type: 'agent' as const, agent: 'kiosk' }, { agent: 'hotel' }])
      expect(faultsOf({ ...house, ...faulty })).toEqual(['painting.0.lock.agent'])
  })

  it('of two agents are two groups', () => {
    const [hotel, kiosk] = (['hotel', 'kiosk'] as const).map((agent) => ({ ...house, type: 'agent' as const, agent }))
    const groups = groupLocks({ 'A.1': hotel!, 'A.2': kiosk!, 'A.3': hotel! })
    expect(groups).toEqual([
      { lock: hotel, seats: ['A.1', 'A.3'] },
      { lock: kiosk, seats: ['A.2'] },
    ])
  })

  it('are counted by type where a change shows them', () => {
    const press = { ...house, type: 'press' as const }
    expect(lockFields({ 'A.1': house, 'A.2': house }, { 'A.1': press })).toEqual([
      { field: 'lock.house', before: 2, after: 0 },
      { field: 'lock.press', before: 0, after: 1 },
    ])
  })
})

describe('the release of a lock', () => {
  it('is relative to the start, follows the clocks, and is never after the start', () => {
    const startsAt = Date.parse('2027-03-28T18:30:00Z')
    const at = (release: SeatLock['release']) => releaseOf({ release }, start)
    expect(at(null)).toBeNull()
    expect(at({ kind: 'minutes-before', minutes: 90 })).toBe(startsAt - 1.5 * hour)
    // Clocks go forward in the night before the performance.
    expect(at({ kind: 'days-before', days: 1, time: '19:30' })).toBe(startsAt - 23 * hour)
    expect(at({ kind: 'at', at: '2027-04-02T10:00' })).toBe(startsAt)
  })

  it('is refused once it is over for one of the performances, or at a time that clocks skip', () => {
    const withRelease = (release: SeatLock['release']): LockPainting => [
      { lock: null, seats: ['A.1'] },
      { lock: { ...house, release }, seats: ['A.2'] },
    ]
    const refusal = { code: 'invalid-input', params: { fields: ['painting.1.lock.release'] } }
    const now = Date.parse('2027-03-28T17:00:00Z')
    const later = { ...start, startsAt: '2027-04-10T19:30' }
    expect(lockReleaseProblem(withRelease({ kind: 'minutes-before', minutes: 60 }), [start, later], now)).toBeUndefined()
    expect(lockReleaseProblem(withRelease({ kind: 'minutes-before', minutes: 120 }), [later, start], now)).toEqual(refusal)
    expect(lockReleaseProblem(withRelease({ kind: 'at', at: '2027-03-28T01:30' }), [later], 0)).toEqual(refusal)
    expect(lockReleaseProblem(withRelease(null), [start], now)).toBeUndefined()
  })
})
