import { describe, expect, it } from 'vitest'
import { money, zero } from '@playhouse/domain/money'
import { plainProduct, type ProductOnSale } from '@playhouse/domain/product'
import { findProducts, variantOfCode } from './find-products.ts'

const product = (id: string, name: string, variants: readonly string[], translations = {}): ProductOnSale => ({
  ...{ ...plainProduct, options: [], images: [], allergens: [], diets: [], delivery: ['collect'] },
  ...{ product: id, type: 'merchandise', name, summary: '', translations, vatBasisPoints: null, limit: 4 },
  variants: variants.map((variant) => ({ variant, name: variant.toUpperCase(), price: money(10_00), fee: zero, piecesLeft: null })),
  ...{ performance: null, performances: [] },
})
const poster = product('poster', 'Season poster', ['a1', 'a2'], { sv: { name: 'Säsongsaffisch', summary: '' } })
const posterTube = product('poster-tube', 'Tube for a poster', ['one'])
const listed = [poster, posterTube].map((each) => ({ product: each, typeName: 'Theatre shop' }))
const find = (typed: string) => findProducts(listed, typed).map((each) => each.product.product)

describe('findProducts', () => {
  it.each([
    ['', ['poster', 'poster-tube']],
    ['POSTER season', ['poster']],
    ['sasongs', ['poster']],
    ['theatre shop', ['poster', 'poster-tube']],
    ['a2', ['poster']],
    ['poster ', ['poster']],
    ['poster/a1', ['poster']],
    ['mug', []],
  ])('finds by %j', (typed, expected) => {
    expect(find(typed)).toEqual(expected)
  })
})

it('reads the variant of a scanned code', () => {
  expect(variantOfCode(poster, ' POSTER/A1 ')).toBe('a1')
  expect(variantOfCode(poster, 'poster')).toBeUndefined()
})
