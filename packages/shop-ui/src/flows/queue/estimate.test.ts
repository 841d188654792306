import { describe, expect, it } from 'vitest'
import { estimateOf, shouldAnnounce, type Announced } from './estimate.ts'

describe('estimateOf', () => {
  it.each([
    [0, { key: 'moment' }],
    [49, { key: 'moment' }],
    [55, { key: 'minutes', count: 1 }],
    [420, { key: 'minutes', count: 7 }],
    [700, { key: 'minutes', count: 15 }],
    [3_300, { key: 'minutes', count: 55 }],
    [3_500, { key: 'hours', hours: 1, minutes: 0 }],
    [5_000, { key: 'hours', hours: 1, minutes: 30 }],
  ])('is for %i seconds %o', (seconds, estimate) => expect(estimateOf(seconds)).toEqual(estimate))
})

describe('announcements of the queue position', () => {
  it('announces the first position at once, and later ones rarely', () => {
    let announced: Announced | undefined
    const sentences: number[] = []
    // An hour in a queue of a thousand, polled every ten seconds.
    for (let second = 0; second <= 3_600; second += 10) {
      const visitorsAhead = Math.round(1_000 * (1 - second / 3_600))
      if (!shouldAnnounce(visitorsAhead, announced, second * 1_000)) continue
      announced = { visitorsAhead, at: second * 1_000 }
      sentences.push(visitorsAhead)
    }
    expect(sentences[0]).toBe(1_000)
    expect(sentences.length).toBeLessThan(14)
    expect(sentences.length).toBeGreaterThan(5)
  })

  it('announces nothing while the queue does not move', () => {
    expect(shouldAnnounce(5, { visitorsAhead: 5, at: 0 }, 600_000)).toBe(false)
  })
})
