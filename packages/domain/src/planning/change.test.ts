import { describe, expect, it } from 'vitest'
import { changedFields, changedValues, hasChangedValues, isSameValue, undoneValue } from './change.ts'

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

describe('a stored change', () => {
  const before = { title: 'Hamlet', credit: 'Shakespeare', streaming: 'On Friday' }
  const after = { title: 'Lear', credit: 'Shakespeare' }
  const stored = changedValues({ before, after })

  it('has only the fields that differ', () => {
    expect(stored).toEqual({ before: { title: 'Hamlet', streaming: 'On Friday' }, after: { title: 'Lear' } })
    expect(changedValues({ before: null, after })).toEqual({ before: null, after })
  })

  it('is undone without a change of other fields', () => {
    expect(undoneValue(stored, { ...after, credit: 'Bond' })).toEqual({ ...before, credit: 'Bond' })
    expect(undoneValue({ before: after, after: before }, { ...before, credit: 'Bond' }), 'removes a field').toEqual(after)
    expect(undoneValue({ before: null, after }, after)).toBeNull()
  })

  it('was built on where one of its fields has another value', () => {
    expect(hasChangedValues(stored, { ...after, credit: 'Bond' })).toBe(true)
    expect(hasChangedValues(stored, { ...after, title: 'The King' })).toBe(false)
    expect(hasChangedValues(stored, { ...after, streaming: 'On Friday' })).toBe(false)
    expect(hasChangedValues(stored, null)).toBe(false)
  })
})
