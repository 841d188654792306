import { describe, expect, it } from 'vitest'
import { noFilters } from '@playhouse/seatmap/list'
import { countMatching, filtersForNeeds, filtersOf, isFiltered, passes, toggleBand, toggleFlag, toggleType } from './filter.ts'
import { sampleModel as model, samplePlan } from '../model/sample-model.ts'

const seat = (id: string): number => samplePlan.indexOf(`stalls.${id}`)!

describe('filters', () => {
  it('passes every seat for sale without filters', () => {
    expect(countMatching(model, noFilters, new Uint8Array(12))).toBe(11)
    expect(isFiltered(noFilters)).toBe(false)
  })

  it('requires one of the bands, one of the types, and all of the facts', () => {
    const filters = toggleFlag(toggleFlag(toggleBand(noFilters, 'b'), 'stepFree'), 'endOfRow')
    expect(passes(model, filters, seat('C.1'))).toBe(true)
    expect(passes(model, filters, seat('C.2'))).toBe(false)
    expect(passes(model, filters, seat('B.1'))).toBe(false)
    expect(passes(model, toggleType(noFilters, 'wheelchair'), seat('C.1'))).toBe(true)
    expect(passes(model, toggleType(noFilters, 'wheelchair'), seat('B.1'))).toBe(false)
  })

  it('is unchanged when toggled twice', () => {
    expect(toggleBand(toggleBand(noFilters, 'a'), 'a')).toEqual(noFilters)
    expect(isFiltered(toggleType(noFilters, 'standard'))).toBe(true)
  })

  it('counts free seats only', () => {
    const availability = new Uint8Array(12).fill(1, 0, 4)
    expect(countMatching(model, toggleBand(noFilters, 'a'), availability)).toBe(0)
    expect(countMatching(model, noFilters, availability, 'stalls')).toBe(7)
    expect(countMatching(model, noFilters, availability, 'circle')).toBe(0)
  })

  it('offers only filters that distinguish seats of the hall', () => {
    expect(filtersOf(samplePlan)).toEqual({ types: ['standard', 'wheelchair', 'restricted-view'], flags: ['stepFree', 'endOfRow'] })
  })

  it('shows the seats for several needs at once, without those that the hall does not have', () => {
    const filters = filtersForNeeds(samplePlan, ['wheelchair', 'step-free', 'end-of-row', 'captioned'])
    expect(filters).toEqual({ types: new Set(['wheelchair']), flags: new Set(['stepFree', 'endOfRow']) })
    expect(filtersForNeeds(samplePlan, ['bsl'])).toBeUndefined()
  })
})
