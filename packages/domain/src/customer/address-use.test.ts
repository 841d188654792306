import { expect, it } from 'vitest'
import { requestedUses } from './address-use.ts'

it.each([
  [{ type: 'both' }, { isBilling: true, isDelivery: true }],
  [{ type: 'billing' }, { isBilling: true, isDelivery: false }],
  [{ type: 'delivery' }, { isBilling: false, isDelivery: true }],
  [{ type: 'primary' }, { isPrimary: true }],
  [
    { type: 'both', isPrimary: true, isDelivery: false },
    { isPrimary: true, isBilling: true, isDelivery: false },
  ],
  [{ isPrimary: false, isBilling: undefined }, { isPrimary: false }],
  [{}, {}],
] as const)('names the uses of an address: %j', (request, uses) => {
  expect(requestedUses(request)).toEqual(uses)
})
