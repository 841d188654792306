import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { address, billing, code, findBookablePerformance, newAddress, value, visitorOf } from './visitor.ts'

/** Products with options and for performances, over `sellingBrand` with `offeredProducts`. */
export function describeProductChoices(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  const visitor = () => visitorOf(host())
  const add = (client: ApiClient, product: string, variant: string, quantity: number, choices: object = {}) =>
    client.basket.addItem({ body: { kind: 'product', product, variant, quantity, ...choices } })
  const gold = { options: [{ option: 'glaze', choice: 'gold' }] }
  const left = async (instance: string) =>
    value(await visitor().catalogue.performanceProducts({ params: { instance } })).types[0]!.products[0]!.variants.map(
      (each) => each.piecesLeft,
    )

  it('sells products for a performance at its prices and from its own stock', async () => {
    const client = visitor()
    const { id: instance, event, startsAt, timeZone } = await findBookablePerformance(client, 4)
    const { performance, types } = value(await client.catalogue.performanceProducts({ params: { instance } }))
    expect(performance).toMatchObject({ instance, event, startsAt, timeZone })
    expect(types).toMatchObject([
      {
        ...{ type: 'visit', name: 'For your visit', names: { sv: 'Till ditt besök' } },
        products: [
          {
            ...{ product: 'place', performance: { instance }, performances: [] },
            variants: [
              { price: 8_00, fee: 50, piecesLeft: 3 },
              { price: 14_00, fee: 1_00, piecesLeft: null },
            ],
          },
        ],
      },
      { type: 'service', products: [{ product: 'unit', isReservation: true }] },
    ])
    const [listed] = value(await client.catalogue.products({ params: { type: 'visit' } })).products
    expect(listed).toMatchObject({ product: 'place', performance: null, variants: [{ piecesLeft: null }, { price: 16_00 }] })
    const other = listed!.performances.find((each) => each.instance !== instance)!
    expect(listed!.performances).toContainEqual(performance)

    expect(value(await add(client, 'place', 'car', 2, { instance }))).toMatchObject({
      items: [
        {
          ...{ name: 'Parking place, Car', performance: instance, amount: 16_00, fee: 1_00 },
          detail: { performance, delivery: 'at-performance', postage: 0 },
        },
      ],
    })
    expect(await left(instance)).toEqual([1, null])
    expect(await left(other.instance)).toEqual([3, null])
    expect(await add(visitor(), 'place', 'car', 2, { instance })).toMatchObject({
      error: { code: 'product-sold-out', params: { piecesLeft: 1 } },
    })
    expect(value(await add(client, 'place', 'car', 1, { instance: other.instance })).items).toHaveLength(2)
    value(await add(client, 'place', 'van', 1, { instance }))
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const params = { number: value(await client.checkout.status({ params: { payment } })).order!.number }
    expect(value(await client.me.order({ params })).items).toMatchObject([
      { performance: instance, quantity: 2, detail: { performance } },
      { performance: other.instance, detail: { performance: other } },
      { performance: instance, amount: 14_00 },
    ])
    expect(await left(instance)).toEqual([1, null])
    const [places] = value(await staff().afterSale.order({ params })).itemWorth
    const body = { tickets: [], items: [places!.item], to: 'origin' as const, value: money(16_00), reason: 'no car' }
    value(await staff().afterSale.giveBack({ params, body }))
    expect(await left(instance)).toEqual([3, null])
  })

  it('rejects a performance for which a product is not sold, and a product that needs one', async () => {
    const client = visitor()
    const { id: instance } = await findBookablePerformance(client, 4)
    expect(code(await add(client, 'place', 'car', 1))).toBe('merchandise-not-found')
    expect(code(await add(client, 'place', 'car', 1, { instance: 'no-such-performance' }))).toBe('merchandise-not-found')
    expect(code(await add(client, 'mug', 'one', 1, { instance }))).toBe('merchandise-not-found')
    expect(code(await client.catalogue.performanceProducts({ params: { instance: 'no-such-performance' } }))).toBe('instance-unavailable')
  })

  it('sells each choice of an option as a separate item, at its price, from one stock', async () => {
    const client = visitor()
    value(await add(client, 'mug', 'one', 1))
    expect(value(await add(client, 'mug', 'one', 3, gold)).items).toMatchObject([
      {
        name: 'Mug',
        quantity: 1,
        amount: 9_00,
        detail: { names: { sv: 'Mugg' }, options: [{ name: 'Glaze: White', names: { sv: 'Glasyr: Vit' } }] },
      },
      { quantity: 3, amount: 36_00, detail: { options: [{ choice: 'gold', name: 'Glaze: Gold', names: { sv: 'Glasyr: Gold' } }] } },
    ])
    expect(value(await add(client, 'mug', 'one', 2, gold)).items).toMatchObject([{ quantity: 1 }, { quantity: 2 }])
    expect(await add(client, 'mug', 'one', 5, gold), 'above the limit of an order').toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['quantity'] } },
    })
    expect(code(await add(visitor(), 'mug', 'one', 4))).toBe('product-sold-out')
    expect(await add(visitor(), 'mug', 'one', 4)).toMatchObject({ error: { params: { piecesLeft: 3 } } })
    for (const options of [[{ option: 'glaze', choice: 'blue' }], [{ option: 'handle', choice: 'left' }]])
      expect(await add(client, 'mug', 'one', 1, { options })).toMatchObject({
        error: { code: 'invalid-input', params: { fields: ['options'] } },
      })
    for (const { id } of value(await client.basket.read()).items) value(await client.basket.removeItem({ params: { id } }))
  })

  it('sends goods by post only to an address', async () => {
    const client = visitor()
    value(await add(client, 'mug', 'one', 1, { delivery: 'post' }))
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version, delivery } = value(await client.basket.setBilling({ body: billing }))
    expect(await client.checkout.start({ body: { version } })).toMatchObject({
      error: { code: 'step-incomplete', params: { step: 'delivery' } },
    })
    const sent = value(await client.basket.setDelivery({ body: { method: delivery.method, address } }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version: sent.version } }))
    await host().pay(redirectUrl!)
    const { order } = value(await client.checkout.status({ params: { payment } }))
    expect(value(await client.me.order({ params: { number: order!.number } }))).toMatchObject({
      items: [{ amount: 9_00, detail: { delivery: 'post' } }],
      delivery: { address },
      totals: { delivery: 4_00, total: 13_00, paid: 13_00 },
    })
  })

  it('sells goods by post at the counter only to an address, which is that of the customer served', async () => {
    const { counter, staff: session, afterSale } = staff()
    value(await counter.reset())
    value(await session.actFor({ body: { customer: null } }))
    expect(code(await counter.setAddress({ body: { address } }))).toBe('basket-empty')
    const mug = { kind: 'product', product: 'mug', variant: 'one', quantity: 1, delivery: 'post' } as const
    const { basket } = value(await counter.addItem({ body: mug }))
    expect(basket.totals).toMatchObject({ delivery: 4_00, total: 13_00 })
    const sell = (version: number) => counter.sell({ body: { version, way: 'cash', delivery: 'print' } })
    expect(await sell(basket.version)).toMatchObject({ error: { code: 'step-incomplete', params: { step: 'delivery' } } })

    value(await counter.setAddress({ body: { address } }))
    const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '' }
    const served = value(await session.registerCustomer({ body: { email: newAddress(), ...person } }))
    expect(served.basket.delivery.address, 'of the sale').toEqual(address)
    const other = value(await session.registerCustomer({ body: { email: newAddress(), ...person } }))
    expect(other.basket.delivery.address, 'of another customer').toBeNull()
    expect(code(await staff().staffPaymentLinks.create({ body: { version: other.basket.version } }))).toBe('step-incomplete')
    const addressed = value(await counter.setAddress({ body: { address } }))
    const sold = value(await sell(addressed.basket.version))
    expect(sold).toMatchObject({ total: 13_00 })
    expect(value(await afterSale.order({ params: { number: sold.order } })).order).toMatchObject({
      items: [{ detail: { delivery: 'post' } }],
      delivery: { address },
    })

    expect(value(await counter.addItem({ body: mug })).basket.delivery.address, 'of the next sale').toBeNull()
    value(await counter.setAddress({ body: { address } }))
    expect(value(await counter.reset()).basket.delivery.address, 'after a reset').toBeNull()
    value(await session.actFor({ body: { customer: null } }))
  })

  it('adds the postage once for an order', async () => {
    const client = visitor()
    const post = { delivery: 'post' }
    expect(value(await add(client, 'mug', 'one', 1, post)).totals).toMatchObject({ delivery: 4_00, total: 13_00 })
    const both = value(await add(client, 'mug', 'one', 1, { ...gold, ...post }))
    expect(both).toMatchObject({
      items: [{ detail: { delivery: 'post', postage: 4_00 } }, { detail: { delivery: 'post' } }],
      totals: { delivery: 4_00, total: 25_00 },
    })
    value(await add(client, 'mug', 'one', 1, { ...gold, delivery: 'collect' }))
    expect(value(await add(client, 'mug', 'one', 1)).totals).toMatchObject({ delivery: 0, total: 21_00 })
    expect(code(await add(client, 'poster', 'a2', 1, post))).toBe('invalid-input')
    for (const { id } of value(await client.basket.read()).items) value(await client.basket.removeItem({ params: { id } }))
  })
}
