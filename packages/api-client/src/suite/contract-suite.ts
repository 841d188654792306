import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlan, readPlanBytes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { availabilityCodes } from '@playhouse/domain/season'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { timeLimit } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import type { Basket } from '#contract'
import { describeItems } from './items.ts'
import { describeAccount } from './account.ts'
import { describeBestSeats } from './best-seats.ts'
import { describeBlocks } from './blocks.ts'
import { describeEntry } from './entry.ts'
import { describeCounter } from './counter.ts'
import { describeEntitlement } from './entitlement.ts'
import { describeLiveSeats } from './live-seats.ts'
import { describeNetworkLimit } from './network-limit.ts'
import { describePasswords } from './passwords.ts'
import { describePlanning } from './planning.ts'
import { describePerformances } from './performances.ts'
import { describeStoredValue } from './stored-value.ts'
import { describeTickets } from './tickets.ts'
import { address, billing, code, findBookablePerformance, type SuiteHost, password, register, value, visitorOf } from './visitor.ts'
import { fetchWithCookies } from './cookie-jar.ts'
import { describeWaitingRoom } from './waiting-room.ts'

/** Tests of everything that implements the contract: the mocks and the server. Finds its performances and seats by the API. */
export function describeContract(name: string, open: () => Promise<SuiteHost>): void {
  describe(`the contract over ${name}`, () => {
    let host: SuiteHost
    beforeAll(async () => {
      host = await open()
    }, timeLimit(120_000))
    afterAll(() => host.close())
    const visitor = (): ApiClient => visitorOf(host)

    /** Free seats of a bookable performance in plan order, with its prices. */
    async function seatsToBuy(client: ApiClient) {
      const next = await findBookablePerformance(client, 120)
      const instance = value(await client.catalogue.instance({ params: { instance: next.id } }))
      const plan = readPlan(value(await client.catalogue.plan({ params: { venue: instance.hall, version: instance.planVersion } })))
      const prices = value(await client.catalogue.prices({ params: { instance: next.id } }))
      const availability = value(await client.catalogue.availability({ params: { instance: next.id } }))
      const seatValues = unpackAvailability(availability.seats, plan.seatCount)
      const bandOf = prices.seatBands.flatMap(([band, seats]) => Array.from({ length: seats }, () => bands[band]!))
      const type = prices.priceTypes[0]!.id
      const free = Array.from({ length: plan.seatCount }, (_, seat) => seat).filter(
        (seat) => seatValues[seat] === seatAvailability.free && prices.prices[bandOf[seat]!]?.[type],
      )
      return {
        instance,
        plan,
        prices,
        availability,
        bandOf,
        type,
        free,
        wanted: (...indices: number[]) => indices.map((index) => ({ seat: plan.idOf(free[index]!), priceType: type })),
      }
    }
    const basketWith = async (client: ApiClient, ...indices: number[]): Promise<Basket> => {
      const { instance, wanted } = await seatsToBuy(client)
      return value(await client.basket.addTickets({ body: { instance: instance.id, seats: wanted(...indices) } }))
    }

    it('accepts a missing body where all fields are optional, and names the missing fields where they are not', async () => {
      const ask = fetchWithCookies()
      const json = { 'content-type': 'application/json' }
      for (const init of [{ method: 'DELETE' }, { method: 'DELETE', headers: json }]) {
        const emptied = await ask(`${host.origin}/api/basket`, init)
        expect([emptied.status, await emptied.json()]).toMatchObject([200, { state: 'open', tickets: [] }])
      }
      const withoutBody = await ask(`${host.origin}/api/basket/tickets`, { method: 'POST' })
      expect([withoutBody.status, await withoutBody.json()]).toMatchObject([
        422,
        { code: 'invalid-input', params: { fields: ['instance', 'seats'] } },
      ])
    })

    it('returns the site and the session of an anonymous visitor', async () => {
      const client = visitor()
      expect(value(await client.site.site()).brand.steps.length).toBeGreaterThan(3)
      expect(value(await client.site.session())).toMatchObject({ customer: null, basket: { count: 0, total: 0, deadline: null } })
    })

    it('returns the programme, and problems for unknown productions and performances', async () => {
      const client = visitor()
      const { events } = value(await client.catalogue.events())
      const event = value(await client.catalogue.event({ params: { event: events[0]!.id } }))
      expect(event.instances.every((instance) => instance.event === event.id)).toBe(true)
      expect(code(await client.catalogue.event({ params: { event: 'no-such-play' } }))).toBe('event-unavailable')
      expect(code(await client.catalogue.instance({ params: { instance: 'no-such-night' } }))).toBe('instance-unavailable')
      expect(code(await client.catalogue.plan({ params: { venue: 'nowhere', version: '1' } }))).toBe('page-not-found')
    })

    it('returns consistent seats, bands and counts of free seats', async () => {
      const { plan, bandOf, availability } = await seatsToBuy(visitor())
      expect(bandOf).toHaveLength(plan.seatCount)
      const free = unpackAvailability(availability.seats, plan.seatCount).filter((seat) => seat === seatAvailability.free)
      expect(free).toHaveLength(availability.seatsLeft)
    })

    it('returns the same plan as JSON and in the binary format', async () => {
      const client = visitor()
      const { plan } = await seatsToBuy(client)
      const packed = readPlanBytes(value(await client.catalogue.packedPlan({ params: { venue: plan.hall, version: plan.version } })))
      expect([packed.x, packed.y, packed.z, packed.areas, packed.rows]).toEqual([plan.x, plan.y, plan.z, plan.areas, plan.rows])
      expect(packed.idOf(packed.seatCount - 1)).toBe(plan.idOf(plan.seatCount - 1))
      expect(code(await client.catalogue.packedPlan({ params: { venue: plan.hall, version: 'none' } }))).toBe('page-not-found')
    })

    it('holds seats at list price, exclusively for one visitor', async () => {
      const [mine, theirs] = [visitor(), visitor()]
      const { instance, wanted, prices, bandOf, free, type } = await seatsToBuy(mine)
      const basket = value(await mine.basket.addTickets({ body: { instance: instance.id, seats: wanted(0, 1) } }))
      const expected = [0, 1].map((index) => prices.prices[bandOf[free[index]!]!]![type]!.price)
      expect(basket.tickets.map((ticket) => ticket.price).sort()).toEqual(expected.sort())
      expect(basket.totals.total).toBe(expected[0]! + expected[1]!)
      expect(Date.parse(basket.deadline!)).toBeGreaterThan(Date.now())
      const refusal = await theirs.basket.addTickets({ body: { instance: instance.id, seats: wanted(1, 2) } })
      expect(refusal).toMatchObject({ ok: false, error: { code: 'seats-taken', params: { seats: [wanted(1)[0]!.seat] } } })
      expect(value(await theirs.basket.read()).tickets).toEqual([])
      expect(value(await mine.site.session()).basket).toMatchObject({ count: 2, total: basket.totals.total })
      value(await mine.basket.reset())
      expect(value(await theirs.basket.addTickets({ body: { instance: instance.id, seats: wanted(1, 2) } })).tickets).toHaveLength(2)
      value(await theirs.basket.reset())
    })

    it('rejects prices from the client, and unknown seats and price types', async () => {
      const client = visitor()
      const { instance, wanted } = await seatsToBuy(client)
      const [seat] = wanted(3)
      const tampered = { instance: instance.id, seats: [{ ...seat!, price: 1 }] }
      expect(code(await client.basket.addTickets({ body: tampered }))).toBe('invalid-input')
      expect(code(await client.basket.addTickets({ body: { instance: instance.id, seats: [] } }))).toBe('invalid-input')
      expect(
        code(await client.basket.addTickets({ body: { instance: instance.id, seats: [{ seat: 'nowhere', priceType: seat!.priceType }] } })),
      ).toBe('seat-unknown')
      expect(
        code(await client.basket.addTickets({ body: { instance: instance.id, seats: [{ seat: seat!.seat, priceType: 'free' }] } })),
      ).toBe('price-type-unavailable')
      expect(value(await client.basket.read()).tickets).toEqual([])
    })

    it('rejects a webhook without a signature', async () => {
      for (const provider of ['sandbox', 'nobody'])
        expect(code(await visitor().checkout.callback({ params: { provider } }))).toBe('not-allowed')
    })

    it('rejects performances that are over, cancelled or not on sale, each with its own problem', async () => {
      const client = visitor()
      const reasons = {
        passed: 'instance-passed',
        cancelled: 'instance-cancelled',
        'not-on-sale': 'instance-off-sale',
        priority: 'instance-priority',
      }
      const { events } = value(await client.catalogue.events())
      const performances = await Promise.all(
        events.map(async ({ id }) => value(await client.catalogue.event({ params: { event: id } })).instances),
      )
      for (const [availability, reason] of Object.entries(reasons)) {
        const instance = performances.flat().find((each) => each.availability === availability)
        expect(instance, availability).toBeDefined()
        expect(instance!.availabilityCode, availability).toBe(availabilityCodes[instance!.availability])
        const seats = [{ seat: 'any', priceType: 'full' }]
        expect(code(await client.basket.addTickets({ body: { instance: instance!.id, seats } })), availability).toBe(reason)
      }
    })

    it('enforces the ticket limit, changes price types, extends the hold and releases seats', async () => {
      const client = visitor()
      const { instance, wanted } = await seatsToBuy(client)
      const indices = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
      expect(code(await client.basket.addTickets({ body: { instance: instance.id, seats: wanted(...indices) } }))).toBe(
        'max-tickets-per-order',
      )
      const basket = value(await client.basket.addTickets({ body: { instance: instance.id, seats: wanted(10, 11) } }))
      const [first, second] = basket.tickets
      const otherChoice = first!.choices.find((choice) => choice.priceType !== first!.priceType)
      if (otherChoice) {
        const changed = value(await client.basket.changeTicket({ params: { id: first!.id }, body: { priceType: otherChoice.priceType } }))
        expect(changed.tickets.find((ticket) => ticket.id === first!.id)).toMatchObject({
          priceType: otherChoice.priceType,
          price: otherChoice.price,
        })
      }
      const longer = value(await client.basket.extend())
      expect(longer.extensionsLeft).toBe(basket.extensionsLeft - 1)
      expect(Date.parse(longer.deadline!)).toBeGreaterThanOrEqual(Date.parse(basket.deadline!))
      expect(value(await client.basket.removeTicket({ params: { id: second!.id } })).tickets).toHaveLength(1)
      expect(code(await client.basket.removeTicket({ params: { id: second!.id } }))).toBe('basket-line-unknown')
      expect(value(await client.basket.removeTicket({ params: { id: first!.id } }))).toMatchObject({ tickets: [], deadline: null })
      expect(code(await client.basket.extend())).toBe('basket-empty')
    })

    describeBestSeats(visitor)
    describePerformances(visitor)
    describeCounter(() => host, { visitor, ready, pay: (...payment) => host.pay(...payment) })
    describePlanning(() => host, { ready, pay: (...payment) => host.pay(...payment) })
    describeBlocks(visitor)
    describeNetworkLimit(() => host)

    it('registers and signs in customers, and does not reveal accounts', async () => {
      const client = visitor()
      const email = `Known-${Date.now()}@Example.org`
      expect(value(await register(client, email)).customer).toMatchObject({ email: email.toLowerCase(), firstName: 'Ada' })
      expect(value(await client.me.read()).address).toEqual(address)
      expect(value(await client.auth.logout()).customer).toBeNull()
      expect(code(await client.me.read())).toBe('login-required')
      expect(code(await register(visitor(), email))).toBe('register-failed')
      expect(code(await client.auth.login({ body: { email, password: 'Wrong-Password-9' } }))).toBe('login-failed')
      expect(code(await client.auth.login({ body: { email: 'nobody@example.org', password } }))).toBe('login-failed')
      expect(value(await client.auth.login({ body: { email, password } })).customer?.email).toBe(email.toLowerCase())
    })

    it('requires a customer from the delivery step on, and keeps the basket at sign-in', async () => {
      const client = visitor()
      await basketWith(client, 20)
      const delivery = { method: 'collect' as const, address: null }
      expect(code(await client.basket.setDelivery({ body: delivery }))).toBe('login-required')
      expect(code(await client.checkout.start({ body: { version: 1 } }))).toBe('login-required')
      expect(value(await register(client)).basket.count).toBe(1)
      expect(value(await client.basket.setDelivery({ body: delivery })).delivery).toEqual(delivery)
      expect(code(await client.basket.setDelivery({ body: { method: 'postal', address: null } }))).toBe('invalid-input')
      value(await client.basket.reset())
    })

    /** A basket of a new customer, ready for payment. */
    async function ready(client: ApiClient, ...indices: number[]): Promise<Basket> {
      await basketWith(client, ...indices)
      value(await register(client))
      value(await client.basket.setDelivery({ body: { method: 'print-at-home', address: null } }))
      value(await client.basket.setNotes({ body: { order: 'Aisle, please', access: '', termsAccepted: true } }))
      return value(await client.basket.setBilling({ body: billing }))
    }

    it('rejects a checkout with incomplete steps or an outdated basket', async () => {
      const client = visitor()
      await basketWith(client, 30)
      value(await register(client))
      const basket = value(await client.basket.read())
      expect(code(await client.checkout.start({ body: { version: basket.version } }))).toBe('step-incomplete')
      value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
      const withBilling = value(await client.basket.setBilling({ body: billing }))
      expect(code(await client.checkout.start({ body: { version: withBilling.version - 1 } }))).toBe('price-changed')
      const dearer = { version: withBilling.version, quote: 'what it came to before' }
      expect(code(await client.checkout.start({ body: dearer }))).toBe('price-changed')
      value(await client.basket.reset())
    })

    it('cancels a payment and keeps the basket', async () => {
      const client = visitor()
      const basket = await ready(client, 40)
      const { payment } = value(await client.checkout.start({ body: { version: basket.version } }))
      expect(code(await client.basket.removeTicket({ params: { id: basket.tickets[0]!.id } }))).toBe('basket-paying')
      expect(code(await visitor().checkout.status({ params: { payment } }))).toBe('login-required')
      expect(value(await client.checkout.cancel({ params: { payment } }))).toMatchObject({ state: 'cancelled', order: null })
      expect(value(await client.basket.read())).toMatchObject({
        state: 'open',
        lastPayment: 'cancelled',
        tickets: [{ id: basket.tickets[0]!.id }],
      })
      value(await client.basket.reset())
    })

    it('confirms the order of a successful payment, and shows it only to its customer', async () => {
      const client = visitor()
      const basket = await ready(client, 50, 51)
      const { payment, redirectUrl } = value(await client.checkout.start({ body: { version: basket.version } }))
      await host.pay(redirectUrl!)
      const status = value(await client.checkout.status({ params: { payment } }))
      expect(status).toMatchObject({ state: 'succeeded', order: { state: 'confirmed' } })
      const { number } = status.order!
      const order = value(await client.me.order({ params: { number } }))
      expect(order.totals).toMatchObject({ total: basket.totals.total, paid: basket.totals.total, leftToPay: 0 })
      expect(order.tickets.map((ticket) => ticket.price).sort()).toEqual(basket.tickets.map((ticket) => ticket.price).sort())
      expect(value(await client.me.orders()).orders).toMatchObject([{ number, count: 2, total: basket.totals.total }])
      expect(value(await client.basket.read())).toMatchObject({ tickets: [] })
      const pdf = value(await client.me.ticketsPdf({ params: { number } }))
      expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
      expect(new TextDecoder().decode(value(await client.me.calendar({ params: { number } })))).toMatch(/^BEGIN:VCALENDAR/)
      const otherCustomer = visitor()
      value(await register(otherCustomer))
      for (const call of [otherCustomer.me.order, otherCustomer.me.ticketsPdf, otherCustomer.me.calendar] as const)
        expect(code(await call({ params: { number } }))).toBe('order-not-found')
      expect(code(await otherCustomer.checkout.status({ params: { payment } }))).toBe('payment-unknown')
    })

    describeAccount(() => host)
    const paid = { visitor, ready, pay: (url: string) => host.pay(url) }
    describeStoredValue(paid)
    describeItems(paid)
    describeTickets(paid)
    describeEntitlement(() => host)
    describeLiveSeats(() => host)
    describePasswords(() => host)
    describeEntry(() => host)
    describeWaitingRoom(() => host)
  })
}
