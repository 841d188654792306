import { expect, it } from 'vitest'
import { accessIdOf, accessTypes, matchesLastName, needsOfAccess, wantsAisle } from './access.ts'

it('stores an access ID without spaces and in capitals', () => expect(accessIdOf(' nc 12 ab ')).toBe('NC12AB'))

it('compares the name on a card without case, accents and punctuation', () => {
  expect(matchesLastName('Lofgren-Smith', 'löfgren smith')).toBe(true)
  expect(matchesLastName('Lofgren', 'Smith')).toBe(false)
})

it('accepts every customer for a card without a name', () => expect(matchesLastName(null, 'Smith')).toBe(true))

it('has the needs of all types of an access ID, each once', () => {
  expect(needsOfAccess(['toilet', 'standing', 'hearing'])).toEqual(['end-of-row', 'step-free', 'hearing-loop'])
  expect(needsOfAccess(['wheelchair', 'plus-one', 'assistance-dog'])).toEqual(['wheelchair', 'companion'])
  expect(needsOfAccess(['plus-one', 'misc'])).toEqual([])
})

it('looks for an aisle or a wheelchair space for each type that wants an aisle, and for no other', () => {
  for (const type of accessTypes) {
    const needs = needsOfAccess([type])
    expect(needs.includes('end-of-row') || needs.includes('wheelchair'), type).toBe(wantsAisle([type]))
  }
})
