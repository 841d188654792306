import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClaimImage, checkHistory, type SeatStep } from './history.ts'

const noClaims = new Map<string, ClaimImage>()
const orders = new Map([
  ['order of ada', 'ada'],
  ['order of ben', 'ben'],
])
const heldClaim = (basket: string): ClaimImage => ({ state: 'held', basket, order: null })
const paying = (basket: string): ClaimImage => ({ state: 'paying', basket, order: null })
const sold = (basket: string): ClaimImage => ({ state: 'sold', basket: null, order: `order of ${basket}` })

/** The steps between these claims of seat 7; `lapsed` are the indexes of claims that had lapsed when they changed. */
const through = (claims: readonly (ClaimImage | null)[], lapsed: readonly number[] = []): SeatStep[] =>
  claims.slice(1).map((is, at) => ({ performance: 'tonight', seat: 7, was: claims[at]!, is, hadLapsed: lapsed.includes(at) }))
const judge = (steps: readonly SeatStep[]): string[] => checkHistory(steps, noClaims, orders)

describe('the history of a seat', () => {
  it('is valid from hold to sale, through a payment that failed, a release, and a hold that lapsed', () => {
    const story = [
      null,
      heldClaim('ada'),
      paying('ada'),
      heldClaim('ada'),
      heldClaim('ben'),
      heldClaim('ben'),
      null,
      heldClaim('ada'),
      null,
      sold('ada'),
    ]
    expect(judge(through(story, [3]))).toEqual([])
  })

  it.each([
    ['a second holder before the first hold lapsed', through([null, heldClaim('ada'), heldClaim('ben')])],
    ['a sale to another buyer than the holder', through([null, heldClaim('ada'), sold('ben')])],
    ['a sale to another buyer while one is paying', through([null, heldClaim('ada'), paying('ada'), sold('ben')], [2])],
    ['a second sale', through([null, heldClaim('ada'), sold('ada'), sold('ben')])],
    ['a hold of a sold seat', through([null, sold('ada'), heldClaim('ben')], [1])],
    ['a sale into an unknown order', through([null, { state: 'sold', basket: null, order: 'nobody’s' }, heldClaim('ada')])],
    ['a first step from a claim that did not exist', through([heldClaim('ada'), paying('ada')])],
    ['a missing step', [...through([null, heldClaim('ada')]), ...through([paying('ada'), sold('ada')])]],
  ])('is broken by %s', (_what, steps) => {
    expect(judge(steps)).not.toEqual([])
  })

  it('is broken if any step but the last is left out or repeated', () => {
    const story = through([null, heldClaim('ada'), paying('ada'), heldClaim('ada'), null, heldClaim('ben'), paying('ben'), sold('ben')])
    fc.assert(
      fc.property(fc.nat(story.length - 2), fc.boolean(), (at, twice) => {
        const changedStory = twice ? story.toSpliced(at, 0, story[at]!) : story.toSpliced(at, 1)
        expect(judge(changedStory)).not.toEqual([])
      }),
    )
  })
})
