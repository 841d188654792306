import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawLots, pageAfterQueue, queuePositionOf, queueStatusOf, type WaitingRoom } from './queue.ts'

const hex = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 }).map((digits) => digits.join(''))
/** Keys like those of the database, always the same ones. */
const keys = (count: number): string[] => fc.sample(hex, { numRuns: count, seed: 7 })

describe('the draw', () => {
  it('gives each number a unique place', () => {
    fc.assert(
      fc.property(hex, fc.nat(2_000), (key, count) => {
        expect([...drawLots(key, count)].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, place) => place))
      }),
    )
  })

  it('is equal for equal keys, and different for different keys', () => {
    const [first, second] = keys(2) as [string, string]
    expect(drawLots(first, 500)).toEqual(drawLots(first, 500))
    expect(drawLots(first, 500)).not.toEqual(drawLots(second, 500))
  })

  it.each([2, 3, 10])('gives the first and the last visitor of %i the same chances', (count) => {
    const draws = 20_000
    const counts = Array.from({ length: count }, () => new Float64Array(count))
    for (const key of keys(draws)) for (const [number, place] of drawLots(key, count).entries()) counts[number]![place]! += 1
    const expected = draws / count
    const chiSquare = counts.flatMap((row) => [...row]).reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0)
    // Of (count - 1)² degrees of freedom; six standard deviations above its mean.
    const freedom = (count - 1) ** 2
    expect(chiSquare).toBeLessThan(freedom + 6 * Math.sqrt(2 * freedom) + 6)
  })

  it('produces all six orders of three people equally often', () => {
    const draws = 30_000
    const orders = Map.groupBy(keys(draws), (key) => drawLots(key, 3).join())
    const expected = draws / 6
    const chiSquare = [...orders.values()].reduce((sum, { length }) => sum + (length - expected) ** 2 / expected, 0)
    expect(orders.size).toBe(6)
    expect(chiSquare).toBeLessThan(30)
  })

  it('has no position that follows from the time of arrival', () => {
    const count = 2_000
    const places = drawLots(keys(1)[0]!, count)
    const mean = (count - 1) / 2
    const along = [...places].reduce((sum, place, number) => sum + (number - mean) * (place - mean), 0)
    const correlation = along / ((count * (count ** 2 - 1)) / 12)
    expect(Math.abs(correlation)).toBeLessThan(5 / Math.sqrt(count))
  })

  it('rejects an invalid key', () => expect(() => drawLots('secret', 3)).toThrow(RangeError))
})

const noon = Date.UTC(2031, 1, 3, 12)
const room = (changes: Partial<WaitingRoom> = {}): WaitingRoom => ({
  gathersAt: noon - 3_600_000,
  opensAt: noon,
  rate: 60,
  isPaused: false,
  joined: 10,
  drawn: 4,
  turns: 0,
  patience: 600,
  calls: [],
  ...changes,
})
const lots = Uint32Array.of(2, 0, 3, 1)

describe('the status of a queue ticket', () => {
  it('has a position by lot for early visitors, and after them by arrival for later ones', () => {
    expect([0, 1, 2, 3, 4, 5].map((number) => queuePositionOf(number, lots))).toEqual([2, 0, 3, 1, 4, 5])
  })

  it('has no position before the opening and the draw', () => {
    expect(queueStatusOf(room({ drawn: undefined }), undefined, 3, noon - 60_000).state).toBe('early')
    expect(queueStatusOf(room({ drawn: undefined }), undefined, 3, noon + 1)).toEqual({ state: 'early', askAgainIn: 1 })
  })

  it('is admitted in its turn, with the number ahead and the estimated wait', () => {
    expect(queueStatusOf(room({ turns: 1.5 }), lots, 1, noon + 1_500)).toMatchObject({ state: 'admitted' })
    expect(queueStatusOf(room({ turns: 1.5 }), lots, 3, noon + 1_500)).toEqual({
      state: 'waiting',
      ahead: 0,
      position: 2,
      estimatedWait: 1,
      askAgainIn: 2,
    })
    expect(queueStatusOf(room({ turns: 1.5 }), lots, 9, noon + 1_500)).toMatchObject({ ahead: 8, position: 10, estimatedWait: 9 })
  })

  it('stays admitted for the timeout of the waiting room, from when it is known to have been called', () => {
    const patience = 600
    const calls = [
      { called: 2, at: noon + 10_000 },
      { called: 5, at: noon + 20_000 },
    ]
    const at = (number: number, seconds: number) => queueStatusOf(room({ turns: 7, patience, calls }), lots, number, noon + seconds * 1_000)
    // Number 1 has the first place, number 4 the fifth, number 5 the sixth.
    expect(at(1, 609)).toEqual({ state: 'admitted', until: noon + 610_000, askAgainIn: 2 })
    expect(at(1, 610)).toEqual({ state: 'lapsed' })
    expect(at(4, 610)).toMatchObject({ state: 'admitted', until: noon + 620_000 })
    expect(at(4, 620)).toEqual({ state: 'lapsed' })
    expect(at(5, 3_600), 'nobody has noted yet that they were called').toMatchObject({ state: 'admitted', until: noon + 4_200_000 })
  })

  it('estimates no wait while the queue is paused', () => {
    expect(queueStatusOf(room({ isPaused: true }), lots, 9, noon + 1_500)).toMatchObject({ ahead: 9, estimatedWait: undefined })
  })

  it('never moves back, and is called exactly after all before it', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.double({ min: 0, max: 600, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (number, turns, additional) => {
          const at = (turns: number) => queueStatusOf(room({ joined: 501, drawn: 0, turns }), new Uint32Array(0), number, noon + 1)
          const ahead = (turns: number): number => {
            const status = at(turns)
            return status.state === 'waiting' ? status.ahead : -1
          }
          expect(ahead(turns + additional)).toBeLessThanOrEqual(ahead(turns))
          expect(at(turns).state === 'admitted').toBe(number < Math.floor(turns))
        },
      ),
    )
  })

  it('spreads the polls of a million people over half a minute', () => {
    const crowd = room({ joined: 1_000_000, drawn: undefined })
    const asks = Array.from({ length: 60 }, (_, number) => queueStatusOf(crowd, undefined, number, noon - 20_000)).map((status) =>
      status.state === 'early' ? status.askAgainIn : 0,
    )
    expect(new Set(asks).size).toBe(30)
    expect(Math.min(...asks)).toBeGreaterThan(20)
  })
})

describe('the page after a waiting room', () => {
  it.each([
    '/events/the-tempest/tonight',
    '/events/the-tempest/tonight/syos',
    '/events/the-tempest/tonight/syos/all?list',
    '/events/the-tempest/tonight/syos/stalls_1?list&party=4',
    '/events/the-tempest/tonight/price-selection',
  ])('may be %s', (to) => expect(pageAfterQueue('tonight', to)).toBe(to))

  it.each([
    null,
    '',
    '/',
    '//evil.example/events/the-tempest/tonight',
    'https://evil.example/events/the-tempest/tonight',
    '/events/the-tempest/tonight@evil.example',
    String.raw`/\evil.example/events/x/tonight`,
    '/events/the-tempest/tonight/../../../admin',
    '/events/the-tempest/tomorrow/syos',
    '/events/the-tempest/tonight/syos#https://evil.example',
    '/events/the-tempest/tonight?next=//evil.example',
    '/events/the-tempest/tonight\n//evil.example',
    'javascript:alert(1)//events/the-tempest/tonight',
    '/checkout/payment',
  ])('is never %s', (to) => expect(pageAfterQueue('tonight', to)).toBeUndefined())
})
