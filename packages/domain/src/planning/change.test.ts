import { expect, it } from 'vitest'
import { changedFields, isSameValue } from './change.ts'

it('returns the fields that differ, whatever the order of keys', () => {
  const before = { title: 'Hamlet', web: { isVisible: true, sale: 'on-sale' }, tags: ['bsl'] }
  expect(changedFields(before, { tags: ['bsl'], web: { sale: 'on-sale', isVisible: true }, title: 'Hamlet' })).toEqual([])
  expect(changedFields(before, { ...before, title: 'Lear', tags: [] })).toEqual([
    { field: 'title', before: 'Hamlet', after: 'Lear' },
    { field: 'tags', before: ['bsl'], after: [] },
  ])
})

it('returns every field of what was created or removed', () => {
  expect(changedFields(null, { title: 'Lear' })).toEqual([{ field: 'title', before: null, after: 'Lear' }])
  expect(changedFields({ title: 'Lear' }, null)).toEqual([{ field: 'title', before: 'Lear', after: null }])
})

it('treats an absent field as null, and lists of another order as different', () => {
  expect(isSameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(isSameValue({ a: null }, {})).toBe(true)
  expect(isSameValue([1, 2], [2, 1])).toBe(false)
  expect(isSameValue([], {})).toBe(false)
})
