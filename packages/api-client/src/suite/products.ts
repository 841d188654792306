import { expect, it } from 'vitest'
import { money, taxWithin } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { billing, code, newAddress, value, visitorOf } from './visitor.ts'

/** Products over `sellingBrand` with `offeredProducts`: what is listed, and how their pieces are held, sold and returned. */
export function describeProducts(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  const visitor = () => visitorOf(host())
  const add = async (client: ApiClient, variant: string, quantity: number, product = 'poster') =>
    client.basket.addItem({ body: { kind: 'product', product, variant, quantity } })
  const piecesLeftOf = async (product: string, variant: string) =>
    value(await visitor().catalogue.products({ params: { type: 'merchandise' } }))
      .products.find((each) => each.product === product)!
      .variants.find((each) => each.variant === variant)!.piecesLeft

  it('lists the products of a type that the brand sells, with prices, translations and the pieces that are left', async () => {
    const { name, products } = value(await visitor().catalogue.products({ params: { type: 'merchandise' } }))
    expect(name).toBe('Merchandise')
    expect(products.map(({ product }) => product)).toEqual(['poster', 'programme', 'mug'])
    expect(products[0]).toMatchObject({
      translations: { sv: { name: 'Säsongsaffisch' } },
      variants: [{ price: 12_00 }, { price: 20_00, piecesLeft: 3 }],
    })
    expect(products[1]).toMatchObject({ variants: [{ piecesLeft: null }] })
    for (const type of ['parking', 'cake']) expect(code(await visitor().catalogue.products({ params: { type } }))).toBe('page-not-found')
    expect(code(await add(visitor(), 'one', 1, 'space'))).toBe('merchandise-not-found')
    expect(code(await add(visitor(), 'a3', 1))).toBe('merchandise-not-found')
  })

  it('holds pieces until the deadline of the basket, in place of those before, and releases them with the item', async () => {
    const [first, second] = [visitor(), visitor()]
    const held = value(await add(first, 'a1', 2))
    expect(held).toMatchObject({ items: [{ name: 'Season poster, A1', quantity: 2, amount: 40_00, fee: 2_00 }], totals: { fees: 2_00 } })
    expect(held.deadline).not.toBeNull()
    expect(await add(second, 'a1', 2)).toMatchObject({
      error: { code: 'product-sold-out', params: { name: 'Season poster, A1', piecesLeft: 1 } },
    })
    expect(value(await second.basket.read())).toMatchObject({ items: [], deadline: null })
    expect(await piecesLeftOf('poster', 'a1')).toBe(1)
    expect(value(await add(first, 'a1', 3)).items).toMatchObject([{ quantity: 3, amount: 60_00 }])
    expect(await piecesLeftOf('poster', 'a1')).toBe(0)
    expect(value(await add(first, 'a1', 1)).items).toMatchObject([{ quantity: 1 }])
    expect(code(await add(second, 'a1', 2))).toBe('ok')
    for (const client of [first, second]) {
      const [item] = value(await client.basket.read()).items
      expect(value(await client.basket.removeItem({ params: { id: item!.id } }))).toMatchObject({ items: [], deadline: null })
      expect(value(await client.basket.dismissLapsed())).toMatchObject({ state: 'open', lapsed: [], lapsedItems: [] })
    }
    expect(await piecesLeftOf('poster', 'a1')).toBe(3)
  })

  it('sells pieces at their own tax rates, and puts returned pieces on sale again', async () => {
    const client = visitor()
    value(await add(client, 'a1', 3))
    value(await add(client, 'one', 2, 'programme'))
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version, totals } = value(await client.basket.setBilling({ body: billing }))
    // Programmes have no tax.
    expect(totals).toMatchObject({ total: 70_00, paid: 0, fees: 3_00, vat: taxWithin(money(60_00), 2000) })
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    const params = { number }
    expect(value(await client.me.order({ params }))).toMatchObject({
      items: [
        { kind: 'product', name: 'Season poster, A1', quantity: 3, amount: 60_00, fee: 3_00 },
        { kind: 'product', name: 'Programme', quantity: 2, amount: 10_00 },
      ],
      totals: { total: 70_00, paid: 70_00, vat: totals.vat },
    })
    expect(await piecesLeftOf('poster', 'a1')).toBe(0)
    expect(await add(visitor(), 'a1', 1)).toMatchObject({ error: { code: 'product-sold-out', params: { piecesLeft: 0 } } })
    const [posters] = value(await staff().afterSale.order({ params })).itemWorth
    const body = { tickets: [], items: [posters!.item], to: 'origin' as const, value: money(60_00), reason: 'torn' }
    expect(value(await staff().afterSale.giveBack({ params, body })).sold.order.items.map(({ isReturned }) => isReturned)).toEqual([
      true,
      false,
    ])
    expect(await piecesLeftOf('poster', 'a1')).toBe(3)
  })
}
