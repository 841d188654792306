import { expect, it } from 'vitest'
import { changeOfPerformance, mergePerformanceDrafts, performanceDraftOf, typedPerformance } from './performance-draft.ts'

const stored = {
  ...{ startsAt: '2027-03-01T19:30', generalSaleAt: '2027-01-10T10:00', hall: 'main', planVersion: '1-abc', priceList: 'weekday' },
  priority: [{ from: '2027-01-05T10:00', memberships: ['friend'] }],
  ...{ type: 'schools', perCustomer: 6, members: ['friend'], programme: null, accessTags: ['relaxed' as const] },
  ...{ web: { isVisible: true, sale: 'on-sale' as const }, counter: { isVisible: true, isOnSale: false } },
}
const draft = performanceDraftOf(stored)

it('returns the same performance while nothing is typed', () => {
  expect(typedPerformance(draft)).toEqual(stored)
  expect(changeOfPerformance(draft, draft)).toEqual({})
})

it('returns only the fields that were typed differently', () => {
  expect(changeOfPerformance(draft, { ...draft, time: '18:00', perCustomer: '', type: '', members: [] })).toEqual({
    ...{ startsAt: '2027-03-01T18:00', perCustomer: null, type: null, members: null },
  })
  const periods = [...draft.priority, { day: '2027-01-07', time: ' 09:00', memberships: ['patron', 'friend'] }]
  expect(changeOfPerformance(draft, { ...draft, priority: periods })).toEqual({
    priority: [...stored.priority, { from: '2027-01-07T09:00', memberships: ['friend', 'patron'] }],
  })
  expect(changeOfPerformance(draft, { ...draft, sale: 'not-on-sale', programme: 'patrons', accessTags: [] })).toEqual({
    programme: 'patrons',
    web: { sale: 'not-on-sale', isVisible: true },
    accessTags: [],
  })
})

it('keeps the typed fields of a draft, and takes the other fields from the newer version', () => {
  const newer = performanceDraftOf({ ...stored, priceList: 'weekend', perCustomer: 4 })
  const merged = mergePerformanceDrafts(draft, { ...draft, perCustomer: '8' }, newer)
  expect(merged).toEqual({ ...draft, priceList: 'weekend', perCustomer: '8' })
})
