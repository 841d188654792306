import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { billing, code, findBookablePerformance, newAddress, register, value, visitorOf } from './visitor.ts'

/** Add-ons of a confirmed order over `sellingBrand` with `offeredProducts`: a separate basket, and an order of the same number. */
export function describeAddOns(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  const visitor = () => visitorOf(host())
  const programmes = (quantity: number) => ({ kind: 'product', product: 'programme', variant: 'one', quantity }) as const
  const add = async (client: ApiClient, quantity = 1) => client.basket.addItem({ body: programmes(quantity) })
  const holdSeat = async (client: ApiClient) => {
    const { id: instance } = await findBookablePerformance(client, 4)
    return client.seats.bestAvailable({ params: { instance }, body: { quantity: 1, together: true } })
  }
  const pay = async (client: ApiClient) => {
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    // Reservations alone are free: nothing is paid.
    if (redirectUrl !== null) await host().pay(redirectUrl)
    return value(await client.checkout.status({ params: { payment } })).order!.number
  }
  const guest = async (client: ApiClient) =>
    value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
  /** A customer with an order of one ticket. */
  const buyTicket = async (client: ApiClient, signIn: (client: ApiClient) => Promise<unknown> = register) => {
    value(await holdSeat(client))
    await signIn(client)
    return pay(client)
  }
  const start = (client: ApiClient, number: string, keepItems?: boolean) =>
    client.me.startAddOns({ params: { number }, body: { keepItems } })
  const read = async (client: ApiClient, number: string) => value(await client.me.order({ params: { number } }))

  it.each([
    ['a customer', register],
    ['a guest', guest],
  ] as const)('adds items to the order of %s, as an order with its own payment and the next number', async (_who, signIn) => {
    const client = visitor()
    const number = await buyTicket(client, signIn)
    const first = await read(client, number)
    expect(first).toMatchObject({ addsTo: null, addOns: [], isOpenForAddOns: true })
    const [ticket] = first.tickets
    expect(value(await start(client, number)).addsTo).toMatchObject({
      order: number,
      performances: [{ instance: ticket!.instance, title: ticket!.title, tickets: 1 }],
    })
    expect(value(await add(client, 2))).toMatchObject({ addsTo: { order: number }, totals: { total: 10_00 } })
    expect(value(await start(client, number)), 'again').toMatchObject({ addsTo: { order: number }, items: [{ quantity: 2 }] })
    expect(await pay(client)).toBe(`${number}-2`)
    // The order that adds stands for the first one.
    expect(value(await start(client, `${number}-2`))).toMatchObject({ addsTo: { order: number }, items: [] })
    value(await add(client, 1))
    expect(await pay(client)).toBe(`${number}-3`)
    const addOns = [
      {
        number: `${number}-2`,
        state: 'confirmed',
        total: 10_00,
        isSameBuyer: true,
        items: [{ kind: 'product', name: 'Programme', quantity: 2 }],
      },
      { number: `${number}-3`, state: 'confirmed', total: 5_00 },
    ]
    expect(await read(client, number)).toMatchObject({ addOns, totals: first.totals, tickets: [{ id: ticket!.id }] })
    expect(await read(client, `${number}-2`)).toMatchObject({ addsTo: number, addOns: [], isOpenForAddOns: false, tickets: [] })
    expect(value(await staff().afterSale.order({ params: { number } })).order).toMatchObject({ addOns })
    expect(value(await client.basket.read()).addsTo).toBeNull()
  })

  it('shows the orders of a guest to staff who search for them', async () => {
    const client = visitor()
    const email = newAddress()
    const number = await buyTicket(client, async () =>
      value(await client.auth.guest({ body: { email, firstName: 'Zenobia', lastName: 'Quill', phone: '02079460000' } })),
    )
    const find = async (query: string) => value(await staff().staff.findCustomers({ body: { query } }))
    expect(await find(email)).toEqual({
      ...{ customers: [], hasMoreGuestOrders: false },
      guestOrders: [{ ...{ number, email, firstName: 'Zenobia', lastName: 'Quill' }, phone: '02079460000', placedAt: expect.any(String) }],
    })
    expect((await find('quill zen')).guestOrders.map((order) => order.number)).toContain(number)
    const { order } = value(await staff().afterSale.order({ params: { number } }))
    expect(order.number).toBe(number)
  })

  it('keeps what is in the basket, unless the customer adds it to the order too', async () => {
    const client = visitor()
    const number = await buyTicket(client)
    value(await add(client, 2))
    const taken = { error: { code: 'add-ons-need-own-basket', params: { order: number } } }
    expect(await start(client, number)).toMatchObject(taken)
    expect(value(await client.basket.read())).toMatchObject({ addsTo: null, items: [{ quantity: 2 }] })
    expect(value(await start(client, number, true))).toMatchObject({ addsTo: { order: number }, items: [{ quantity: 2 }] })
    expect(value(await client.basket.endAddOns())).toMatchObject({ addsTo: null, items: [{ quantity: 2 }] })
    value(await client.basket.reset())
    value(await holdSeat(client))
    expect(await start(client, number, true), 'with a ticket').toMatchObject(taken)
    expect(value(await client.basket.read())).toMatchObject({ addsTo: null, tickets: [{}] })
    value(await client.basket.reset())
  })

  it('holds no seats and adds no other items in a basket that adds to an order, until it is empty', async () => {
    const client = visitor()
    const number = await buyTicket(client)
    value(await start(client, number))
    value(await add(client))
    const other = { error: { code: 'basket-adds-to-order', params: { order: number } } }
    expect(await holdSeat(client)).toMatchObject(other)
    expect(await client.basket.addItem({ body: { kind: 'membership', membership: 'friend' } })).toMatchObject(other)
    const gift = { fund: 'stage', appeal: null, amount: money(10_00), recognitionName: null, isAnonymous: false, tributeName: null }
    const { items } = value(await client.basket.addItem({ body: { kind: 'donation', ...gift } }))
    for (const { id } of items) value(await client.basket.removeItem({ params: { id } }))
    expect(value(await client.basket.read()).addsTo).toMatchObject({ order: number })
    expect(code(await holdSeat(client))).toBe('ok')
    expect(value(await client.basket.read())).toMatchObject({ addsTo: null, tickets: [{}] })
    value(await client.basket.reset())
  })

  it('rejects the order of another customer, one without tickets, and one that was returned meanwhile', async () => {
    const [owner, stranger, buyer] = [visitor(), visitor(), visitor()]
    const number = await buyTicket(owner)
    expect(code(await start(stranger, number))).toBe('login-required')
    await register(stranger)
    for (const unknown of [number, 'NOSUCH22']) expect(code(await start(stranger, unknown))).toBe('order-not-found')
    await register(buyer)
    value(await add(buyer))
    const withoutTickets = await pay(buyer)
    const closed = (order: string) => ({ error: { code: 'add-ons-closed', params: { order } } })
    expect(await start(buyer, withoutTickets)).toMatchObject(closed(withoutTickets))
    value(await start(owner, number))
    value(await add(owner))
    value(await owner.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    value(await owner.basket.setBilling({ body: billing }))
    const params = { number }
    const { worth, order } = value(await staff().afterSale.order({ params }))
    const body = { tickets: order.tickets.map(({ id }) => id), items: [], to: 'origin' as const, value: worth[0]!.value, reason: 'ill' }
    value(await staff().afterSale.giveBack({ params, body }))
    expect(await start(owner, number)).toMatchObject(closed(number))
    const { version, items } = value(await owner.basket.read())
    expect(items).toHaveLength(1)
    expect(await owner.checkout.start({ body: { version } })).toMatchObject(closed(number))
    // The items can still be bought by themselves.
    value(await owner.basket.endAddOns())
    expect(await pay(owner)).not.toContain('-')
  })

  it('returns an order that adds to another one by itself, and the other one leaves it', async () => {
    const client = visitor()
    const number = await buyTicket(client)
    value(await start(client, number))
    value(await add(client, 2))
    const addOn = await pay(client)
    const params = { number: addOn }
    const [worth] = value(await staff().afterSale.order({ params })).itemWorth
    const body = { tickets: [], items: [worth!.item], to: 'origin' as const, value: money(10_00), reason: 'torn' }
    value(await staff().afterSale.giveBack({ params, body }))
    const first = await read(client, number)
    expect(first).toMatchObject({ state: 'confirmed', tickets: [{}], refunded: 0, addOns: [{ number: addOn, state: 'returned' }] })
    expect(await read(client, addOn)).toMatchObject({ state: 'returned', refunded: 10_00 })
  })

  it('reserves for tickets only: not more than the basket and the order have, with the terms and the privacy notice accepted', async () => {
    const client = visitor()
    const { id: instance } = await findBookablePerformance(client, 4)
    const reserve = (quantity: number, accepts: { terms: boolean; privacy: boolean } | undefined = { terms: true, privacy: true }) =>
      client.basket.addItem({
        body: { kind: 'product', product: 'unit', variant: 'one', quantity, instance, ...(accepts && { accepts }) },
      })
    const excess = (tickets: number, requested: number) => ({
      error: { code: 'reservations-exceed-tickets', params: { name: 'Captioning unit', tickets, requested } },
    })
    expect(await reserve(1)).toMatchObject(excess(0, 1))
    value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 2, together: true } }))
    for (const accepts of [
      { terms: true, privacy: false },
      { terms: false, privacy: true },
    ])
      expect(await reserve(1, accepts)).toMatchObject({
        error: { code: 'reservation-terms-required', params: { name: 'Captioning unit' } },
      })
    expect(await reserve(3)).toMatchObject(excess(2, 3))
    const held = value(await reserve(2))
    expect(held).toMatchObject({ items: [{ quantity: 2, amount: 0, performance: instance, detail: { isReservation: true } }] })
    // A ticket less: the reservation must follow before the payment.
    value(await client.basket.removeTicket({ params: { id: held.tickets[0]!.id } }))
    await register(client)
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    expect(await client.checkout.start({ body: { version } })).toMatchObject(excess(1, 2))
    value(await reserve(1))
    const number = await pay(client)
    value(await start(client, number))
    expect(await reserve(1), 'the ticket has one').toMatchObject(excess(1, 2))
    value(await client.basket.reset())
  })

  it('returns reservations with their tickets, also those of an order that adds, and puts their pieces on offer again', async () => {
    const client = visitor()
    const { id: instance } = await findBookablePerformance(client, 6)
    const reserve = (quantity: number) =>
      client.basket.addItem({
        body: { kind: 'product', product: 'unit', variant: 'one', quantity, instance, accepts: { terms: true, privacy: true } },
      })
    const unitsLeft = async () =>
      value(await client.catalogue.performanceProducts({ params: { instance } }))
        .types.flatMap(({ products }) => products)
        .find(({ product }) => product === 'unit')!.variants[0]!.piecesLeft
    const before = await unitsLeft()
    value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 3, together: true } }))
    value(await reserve(2))
    await register(client)
    const number = await pay(client)
    value(await start(client, number))
    value(await reserve(1))
    const addOn = await pay(client)
    const giveBack = async (count: number) => {
      const { worth } = value(await staff().afterSale.order({ params: { number } }))
      const chosen = worth.slice(0, count)
      const total = money(chosen.reduce((sum, each) => sum + each.value, 0))
      const body = { tickets: chosen.map(({ ticket }) => ticket), items: [], to: 'origin' as const, value: total, reason: 'ill' }
      value(await staff().afterSale.giveBack({ params: { number }, body }))
    }
    // The reservation that was made last is returned first.
    await giveBack(1)
    expect(await read(client, addOn)).toMatchObject({ state: 'returned', items: [{ isReturned: true }] })
    expect(await read(client, number)).toMatchObject({ items: [{ quantity: 2, isReturned: false }] })
    await giveBack(1)
    expect(await read(client, number)).toMatchObject({
      state: 'confirmed',
      items: [{ quantity: 1, isReturned: false, detail: { isReservation: true, returned: 1 } }],
    })
    expect(await unitsLeft()).toBe(before === null ? null : before - 1)
    const last = value(await staff().afterSale.order({ params: { number } })).worth
    await giveBack(last.length)
    expect(await read(client, number)).toMatchObject({ state: 'returned', items: [{ isReturned: true }] })
    expect(await unitsLeft()).toBe(before)
  })
}
