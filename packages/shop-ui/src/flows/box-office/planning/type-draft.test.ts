import { expect, it } from 'vitest'
import { mergeTypeDrafts, typeDraftOf, typeOf } from './type-draft.ts'

const matinee = { name: 'Matinee', priceList: 'weekday', accessTags: ['captioned', 'relaxed'] as const, perCustomer: null }
const draft = typeDraftOf({ ...matinee, accessTags: [...matinee.accessTags] })

it('returns the type that was typed', () => {
  expect(typeOf(draft)).toEqual(matinee)
  expect(typeOf({ ...draft, perCustomer: ' 6 ' }).perCustomer).toBe(6)
  expect(typeOf({ ...draft, perCustomer: 'six' }).perCustomer, 'the server rejects it').toBe(-1)
  expect(typeOf({ ...draft, accessTags: ['relaxed', 'captioned'] }).accessTags, 'in one order').toEqual(['captioned', 'relaxed'])
})

it('keeps what was typed, and takes what another staff user changed', () => {
  const current = { ...draft, name: 'Afternoon', perCustomer: '4', accessTags: [] }
  expect(mergeTypeDrafts(draft, { ...draft, name: 'Early' }, current)).toEqual({ ...current, name: 'Early' })
})
