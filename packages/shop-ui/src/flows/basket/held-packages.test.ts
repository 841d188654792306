import { expect, it } from 'vitest'
import type { Basket } from '@playhouse/api-client/contract'
import { heldPackagesOf, requestOfPackage, splitLapsed } from './held-packages.ts'

const ticket = (id: string, instance: string, seat: string, priceType = 'full') => ({ id, instance, seat, priceType })
const choice = ['rivals-1', 'malfi-2'].map((instance) => ({ package: null, part: instance.slice(0, -2), instance }))
const basket = {
  packages: [{ id: 'p', package: 'pair', choice, tickets: ['1', '2', '3', '4'] }],
  tickets: [
    ticket('1', 'rivals-1', 'A.1'),
    ticket('2', 'rivals-1', 'A.2', 'under-26'),
    ticket('3', 'malfi-2', 'B.1'),
    ticket('4', 'malfi-2', 'B.2', 'under-26'),
    ticket('5', 'malfi-2', 'B.3'),
  ],
} as unknown as Pick<Basket, 'packages' | 'tickets'>
const held = heldPackagesOf(basket)
const lapsed = (instance: string, ...seats: string[]) => ({
  instance,
  event: instance.slice(0, -2),
  title: instance,
  copyLanguage: 'en',
  seats,
})

it('requests a lapsed package again with the same seats and people', () => {
  expect(requestOfPackage(held['p']!)).toEqual({
    package: 'pair',
    party: [
      { priceType: 'full', quantity: 1 },
      { priceType: 'under-26', quantity: 1 },
    ],
    performances: [
      {
        ...choice[0],
        seats: [
          { seat: 'A.1', priceType: 'full' },
          { seat: 'A.2', priceType: 'under-26' },
        ],
      },
      {
        ...choice[1],
        seats: [
          { seat: 'B.1', priceType: 'full' },
          { seat: 'B.2', priceType: 'under-26' },
        ],
      },
    ],
  })
})

it('divides lapsed seats into whole packages and single tickets', () => {
  const all = [lapsed('rivals-1', 'A.1', 'A.2'), lapsed('malfi-2', 'B.1', 'B.2', 'B.3')]
  expect(splitLapsed(all, Object.values(held))).toEqual({
    packages: [{ held: held['p'], lapsed: [lapsed('rivals-1', 'A.1', 'A.2'), lapsed('malfi-2', 'B.1', 'B.2')] }],
    single: [lapsed('malfi-2', 'B.3')],
  })
  expect(splitLapsed(all, [])).toEqual({ packages: [], single: all })
})

it('holds the seats of a package in part as single tickets', () => {
  const some = [lapsed('rivals-1', 'A.1'), lapsed('malfi-2', 'B.1', 'B.2')]
  expect(splitLapsed(some, Object.values(held))).toEqual({ packages: [], single: some })
})
