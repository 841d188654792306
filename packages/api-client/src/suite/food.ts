import { expect, it } from 'vitest'
import { money, taxWithin } from '@playhouse/domain/money'
import { type ApiClient, createClient } from '#client'
import { fetchWithCookies } from './cookie-jar.ts'
import type { ItemSuiteHost } from './item-kinds.ts'
import { describeMenuRecords } from './menu-records.ts'
import { supper } from './offered-food.ts'
import { billing, code, findBookablePerformance, newAddress, register, value, visitorOf } from './visitor.ts'

/** Food and drink over `sellingBrand` with `offeredFood`: menus, rules of an order, room for guests, returns and the list of the kitchen. */
export function describeFood(host: () => ItemSuiteHost, staff: () => ApiClient, programmer: () => Promise<ApiClient>): void {
  const visitor = () => visitorOf(host())
  describeMenuRecords(host, programmer)
  const choices = (guests: number) => supper.choices.map((choice) => ({ ...choice, count: guests }))
  const order = (change: object = {}, guests = 2) => ({ ...supper, guests, choices: choices(guests), ...change })
  const add = async (client: ApiClient, change: object = {}, guests = 2) => client.basket.addItem({ body: order(change, guests) })
  const servingsOf = async (client: ApiClient) =>
    value(await client.food.instance({ params: { instance: supper.instance } })).menus[0]!.servings.map(({ point, placesLeft }) => [
      point,
      placesLeft,
    ])

  it('lists the performances of a production with menus, and the menus of a performance', async () => {
    const client = visitor()
    const { event } = await findBookablePerformance(client, 4)
    const { performances, title } = value(await client.food.event({ params: { event } }))
    expect(title).not.toBe('')
    expect(performances).toContainEqual(expect.objectContaining({ instance: supper.instance, isOpen: true }))
    const { menus, performance } = value(await client.food.instance({ params: { instance: supper.instance } }))
    expect(performance).toMatchObject({ instance: supper.instance, event })
    expect(menus).toMatchObject([
      {
        ...{ menu: 'supper', price: 30_00, fee: 1_00, translations: { sv: { name: 'Supé' } } },
        courses: [
          { course: 'starter', dishes: [{ product: 'soup', supplement: 0 }, { product: 'salad' }] },
          {
            course: 'main',
            dishes: [{ product: 'pie' }, { product: 'fish', supplement: 4_00, allergens: ['fish', 'milk'], diets: ['gluten-free'] }],
          },
        ],
        servings: [
          { point: 'restaurant', servedBefore: 90, closesBefore: 30 },
          { point: 'bar', placesLeft: null, servedBefore: null },
        ],
      },
      { menu: 'drinks', servings: [{ point: 'terrace', placesLeft: 30 }] },
    ])
    expect(value(await client.catalogue.event({ params: { event } })).hasFood).toBe(true)
    expect(value(await client.catalogue.instance({ params: { instance: supper.instance } })).hasFood).toBe(true)
    expect(value(await client.catalogue.performanceProducts({ params: { instance: supper.instance } })).isFoodOpen).toBe(true)
    expect(code(await client.food.event({ params: { event: 'unknown' } }))).toBe('event-unavailable')
    expect(code(await client.food.instance({ params: { instance: 'unknown' } }))).toBe('instance-unavailable')
  })

  it('requires the number of people, a collection point, and one dish of each course for each person', async () => {
    const client = visitor()
    for (const [change, error] of [
      [{ guests: null }, { code: 'food-guests-required' }],
      [{ guests: 0 }, { code: 'food-guests-required' }],
      [{ guests: 21 }, { code: 'food-guests-limit', params: { maximum: 20 } }],
      [{ point: null }, { code: 'food-point-required' }],
      [{ point: 'roof' }, { code: 'food-not-found' }],
      [{ menu: 'breakfast' }, { code: 'food-not-found' }],
      [{ instance: 'unknown' }, { code: 'food-not-found' }],
      [{ guests: 3 }, { code: 'food-too-few', params: { course: 'Starter', chosen: 2, guests: 3 } }],
      [{ guests: 1 }, { code: 'food-too-many', params: { course: 'Starter', chosen: 2, guests: 1 } }],
      [
        { choices: supper.choices.slice(0, 1), guests: 1 },
        { code: 'food-too-few', params: { course: 'Main', chosen: 0, guests: 1 } },
      ],
    ] as const)
      expect(await add(client, change), JSON.stringify(change)).toMatchObject({ error })
    expect(value(await client.basket.read()).items).toEqual([])
    expect(code(await add(client, {}, 20))).toBe('ok')
  })

  it('lets the baskets of one network hold one large order at a collection point', async () => {
    const visitorIn = (network: string): ApiClient => {
      const browser = fetchWithCookies()
      return createClient(host().origin, (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('x-forwarded-for', network)
        return browser(input, { ...init, headers })
      })
    }
    const [first, neighbour, other] = [visitorIn('198.51.100.7'), visitorIn('198.51.100.7'), visitorIn('203.0.113.7')]
    const drinks = (client: ApiClient, guests: number) =>
      add(client, { menu: 'drinks', point: 'terrace', choices: [{ course: 'glass', product: 'soup', count: guests }] }, guests)
    value(await drinks(first, 20))
    expect(await drinks(neighbour, 1)).toMatchObject({ error: { code: 'food-network-limit', params: { name: 'Drinks', maximum: 20 } } })
    value(await drinks(other, 1))
    value(await drinks(first, 19))
    value(await drinks(neighbour, 1))
    for (const client of [first, neighbour, other]) value(await client.basket.reset())
  })

  it('holds room for the guests of an order, in place of the order before, until it is removed', async () => {
    const [first, second] = [visitor(), visitor()]
    const held = value(await add(first, { point: 'restaurant' }, 4))
    expect(held).toMatchObject({ items: [{ kind: 'food', quantity: 4, amount: 136_00, fee: 4_00 }], totals: { fees: 4_00 } })
    expect(held.deadline).not.toBeNull()
    expect(await servingsOf(second)).toEqual([
      ['restaurant', 2],
      ['bar', null],
    ])
    expect(await servingsOf(first), 'without its own guests').toContainEqual(['restaurant', 6])
    expect(await add(second, { point: 'restaurant' }, 3)).toMatchObject({
      error: { code: 'food-sold-out', params: { name: 'Supper', placesLeft: 2 } },
    })
    expect(value(await add(first, { point: 'restaurant' }, 6)).items).toMatchObject([{ quantity: 6 }])
    expect(value(await add(first, {}, 1)).items, 'in the bar instead').toMatchObject([{ quantity: 1, detail: { point: 'bar' } }])
    expect(code(await add(second, { point: 'restaurant' }, 6))).toBe('ok')
    for (const client of [first, second]) {
      const [item] = value(await client.basket.read()).items
      expect(value(await client.basket.removeItem({ params: { id: item!.id } }))).toMatchObject({ items: [], deadline: null })
    }
    expect(await servingsOf(second)).toContainEqual(['restaurant', 6])
  })

  it('is changed by its customer after the payment, at the same price and where there is room', async () => {
    const client = visitor()
    value(await add(client, { point: 'restaurant' }, 2))
    value(await register(client))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    const [item] = value(await client.me.order({ params: { number } })).items
    const sendChange = (change: object, by = client, of = item!.id) => {
      const body = { guests: 2, point: 'restaurant', choices: choices(2), note: '', ...change }
      return by.me.changeFood({ params: { number, item: of }, body })
    }
    const salads = [{ course: 'starter', product: 'salad', count: 2 }, ...choices(2).slice(1)]
    expect(value(await sendChange({ point: 'bar', choices: salads, note: 'No nuts' })).items).toMatchObject([
      {
        ...{ quantity: 2, amount: 68_00, name: 'Supper' },
        detail: { point: 'bar', note: 'No nuts', courses: [{ dishes: [{ product: 'salad', count: 2 }] }, { course: 'main' }] },
      },
    ])
    expect(await servingsOf(client), 'its room is free').toContainEqual(['restaurant', 6])
    const list = value(await staff().food.kitchen({ params: { instance: supper.instance } }))
    expect(list.orders.find((each) => each.number === number)).toMatchObject({ pointName: 'The bar', note: 'No nuts' })

    const pies = [...choices(2).slice(0, 1), { course: 'main', product: 'pie', count: 2 }]
    expect(await sendChange({ choices: pies })).toMatchObject({ error: { code: 'food-price-differs', params: { name: 'Supper' } } })
    expect(code(await sendChange({ guests: 3, choices: choices(3) }))).toBe('food-price-differs')
    expect(code(await sendChange({ guests: 3 }))).toBe('food-too-few')
    expect(code(await sendChange({ point: 'roof' }))).toBe('food-not-found')
    expect(code(await sendChange({}, visitor()))).toBe('login-required')
    expect(code(await sendChange({}, client, payment))).toBe('order-not-found')
    const other = visitor()
    value(await add(other, { point: 'restaurant' }, 5))
    expect(await sendChange({ point: 'restaurant' })).toMatchObject({ error: { code: 'food-sold-out', params: { placesLeft: 1 } } })
    for (const { id } of value(await other.basket.read()).items) value(await other.basket.removeItem({ params: { id } }))
    const { itemWorth } = value(await staff().afterSale.order({ params: { number } }))
    const body = { tickets: [], items: [itemWorth[0]!.item], to: 'origin' as const, value: money(68_00), reason: 'ill' }
    value(await staff().afterSale.giveBack({ params: { number }, body }))
    expect(code(await sendChange({}))).toBe('cancel-order-failed')
  })

  it('is ordered, shown to the kitchen, and cancelled alone by its customer', async () => {
    const client = visitor()
    value(await add(client, { point: 'restaurant', note: 'One without nuts' }))
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version, totals } = value(await client.basket.setBilling({ body: billing }))
    expect(totals).toMatchObject({ total: 68_00, vat: taxWithin(money(68_00), 2000) })
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    const list = async () => value(await staff().food.kitchen({ params: { instance: supper.instance } }))
    const shown = (await list()).orders.find((each) => each.number === number)
    expect(shown).toMatchObject({
      ...{ customer: 'Ada Quill', menuName: 'Supper', guests: 2, pointName: 'The restaurant', servedBefore: 90, note: 'One without nuts' },
      courses: [{ dishes: [{ name: 'The soup', count: 2 }] }, { dishes: [{ name: 'The fish', count: 2 }] }],
    })
    expect((await list()).dishes).toContainEqual({ product: 'fish', allergens: ['fish', 'milk'], diets: ['gluten-free'] })
    expect(await servingsOf(client)).toContainEqual(['restaurant', 4])
    const { itemWorth } = value(await staff().afterSale.order({ params: { number } }))
    const body = { tickets: [], items: [itemWorth[0]!.item], to: 'origin' as const, value: money(68_00), reason: 'ill' }
    expect(value(await staff().afterSale.giveBack({ params: { number }, body })).sold.order.items).toMatchObject([{ isReturned: true }])
    expect((await list()).orders.some((each) => each.number === number)).toBe(false)
    expect(await servingsOf(client)).toContainEqual(['restaurant', 6])
    expect(code(await visitor().food.kitchen({ params: { instance: supper.instance } }))).toBe('not-allowed')
  })
}
