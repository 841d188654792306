import { describe, expect, it } from 'vitest'
import { samplePlan } from '../model/sample-model.ts'
import { needsOf, noWishes, wishesWith, wishOf, withNeed } from './wishes.ts'

describe('a wish for seats', () => {
  it('requests no needs by default', () => {
    expect(wishOf(noWishes, 2)).toEqual({ quantity: 2, together: true })
    expect(wishOf({ ...noWishes, band: 'b', area: 'stalls', apart: true }, 4)).toEqual({
      quantity: 4,
      together: false,
      band: 'b',
      area: 'stalls',
    })
  })

  it('offers only needs that some seats of the hall meet and others do not', () => {
    expect(needsOf(samplePlan).map(({ need }) => need)).toEqual(['wheelchair', 'step-free', 'end-of-row'])
  })

  it('requests a companion seat only with a wheelchair space and for more than one person', () => {
    const both = withNeed(withNeed(noWishes, 'wheelchair', true), 'companion', true)
    expect(wishOf(both, 2).needs).toEqual(['wheelchair', 'companion'])
    expect(wishOf(both, 1).needs).toEqual(['wheelchair'])
    expect([...withNeed(both, 'wheelchair', false).needs]).toEqual([])
  })

  it('begins with the needs of an access ID that the hall has seats for', () => {
    expect([...wishesWith(samplePlan, ['end-of-row', 'step-free', 'hearing-loop']).needs]).toEqual(['step-free', 'end-of-row'])
    expect(wishesWith(samplePlan, [])).toEqual(noWishes)
  })
})
