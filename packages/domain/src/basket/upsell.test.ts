import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseBrand } from '../brand/brand.ts'
import { upsellKinds, upsellsFor, upsellsOf } from './upsell.ts'

const text = readFileSync(new URL('../../../../brands/kingston/brand.json', import.meta.url), 'utf8')
const kingston = JSON.parse(text)
const steps = ['basket', 'account', 'upsells', 'payment']
const readChanged = (change: object) => parseBrand(JSON.stringify({ ...kingston, steps, ...change }), 'kingston')

describe('what the step upsells offers', () => {
  it('is a donation where the brand lists nothing, and nothing without the step', () => {
    expect(upsellsOf(readChanged({ upsells: undefined }))).toEqual(['fund'])
    expect(upsellsOf(readChanged({ upsells: undefined, steps: ['basket', 'account', 'payment'] }))).toEqual([])
  })

  it('is every kind in the order of the brand, and for a basket that adds to an order what can be added to one', () => {
    const brand = readChanged({ upsells: [...upsellKinds].toReversed() })
    expect(upsellsFor(brand, { addsTo: null })).toEqual(['gift-membership', 'gift-voucher', 'membership', 'product', 'fund'])
    expect(upsellsFor(brand, { addsTo: { order: 'ABCD2345' } })).toEqual(['product', 'fund'])
  })

  it.each([
    ['no step for it', { steps: ['basket', 'account', 'payment'], upsells: ['fund'] }, 'upsells: steps have no upsells'],
    ['a kind twice', { upsells: ['fund', 'fund'] }, 'upsells: one kind is there twice'],
    ['no fund', { giving: [], upsells: ['fund'] }, 'upsells: the brand sells no fund'],
    ['no products', { productTypes: undefined, upsells: ['product'] }, 'upsells: the brand sells no product'],
    ['no memberships', { memberships: [], upsells: ['membership'] }, 'upsells: the brand sells no membership'],
    ['no gift vouchers', { giftVouchers: undefined, upsells: ['gift-voucher'] }, 'upsells: the brand sells no gift-voucher'],
    ['no gift memberships', { giftMemberships: undefined, upsells: ['gift-membership'] }, 'upsells: the brand sells no gift-membership'],
    [
      'a step that offers the same',
      { steps: ['basket', 'account', 'add-ons', 'upsells', 'payment'], upsells: ['product'] },
      'upsells: the step add-ons offers product',
    ],
    ['an empty list', { upsells: [] }, 'upsells'],
    ['an unknown kind', { upsells: ['parking'] }, 'upsells.0'],
  ])('is rejected for a brand with %s', (_, change, complaint) => expect(() => readChanged(change)).toThrow(complaint))
})
