import { expect, it } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { bookable } from '@playhouse/domain/season'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { ballots, people, type Promo, promos, season } from '@playhouse/fixtures'
import type { ApiClient } from '#client'
import { code, findBookablePerformance, register, type SuiteHost, value, visitorOf } from './visitor.ts'

/** Eligibility: memberships, access needs, promo codes, reserved orders and ballots. */
export function describeEntitlement(host: () => SuiteHost): void {
  const visitor = () => visitorOf(host())
  const bridge = people('bridge')
  const personWith = (matches: (person: (typeof bridge)[number]) => boolean) => bridge.find(matches)!
  const signedIn = async (person: (typeof bridge)[number]): Promise<ApiClient> => {
    const client = visitor()
    value(await client.auth.login({ body: { email: person.email, password: person.password } }))
    return client
  }
  const codeThat = (does: (rule: Promo['rule']) => boolean): string => promos('bridge').find(({ rule }) => does(rule))!.code
  const apply = (client: ApiClient, typed: string) => client.basket.applyPromo({ body: { code: typed } })

  /** A performance in its priority period. */
  async function findPriorityPerformance(client: ApiClient): Promise<string> {
    const { events } = value(await client.catalogue.events())
    for (const { id } of events) {
      const { instances } = value(await client.catalogue.event({ params: { event: id } }))
      const priorityInstance = instances.find(({ availability }) => availability === 'priority')
      if (priorityInstance) return priorityInstance.id
    }
    throw new Error('no performance has a priority period')
  }
  const availabilityTo = async (client: ApiClient, instance: string) =>
    value(await client.catalogue.instance({ params: { instance } })).availability

  it('opens a priority period to members, and to visitors with the promo code that opens it', async () => {
    const anonymous = visitor()
    const instance = await findPriorityPerformance(anonymous)
    expect(code(await anonymous.catalogue.availability({ params: { instance } }))).toBe('instance-priority')
    const member = await signedIn(personWith(({ memberships }) => memberships?.includes('priority') === true))
    const otherCustomer = await signedIn(personWith(({ memberships, access }) => !memberships && !access))
    expect(await availabilityTo(member, instance)).toMatch(/get-tickets|limited/)
    expect(value(await member.catalogue.instance({ params: { instance } })).isEarly).toBe(true)
    expect(await availabilityTo(otherCustomer, instance)).toBe('priority')
    expect(value(await apply(anonymous, codeThat(({ opensPriority }) => opensPriority).toLowerCase())).promo?.discount).toBe(0)
    expect(await availabilityTo(anonymous, instance)).toMatch(/get-tickets|limited/)
    expect(code(await anonymous.catalogue.availability({ params: { instance } }))).toBe('ok')
    expect(value(await anonymous.basket.removePromo()).promo).toBeNull()
    expect(await availabilityTo(anonymous, instance)).toBe('priority')
  })

  it('returns only the price types that the visitor may buy', async () => {
    const [anonymous, member] = [visitor(), await signedIn(personWith(({ memberships }) => memberships?.includes('priority') === true))]
    const holder = await signedIn(personWith(({ access }) => access?.includes('plus-one') === true))
    const instance = await findPriorityPerformance(anonymous)
    const typesFor = async (client: ApiClient) => {
      const { priceTypes, prices } = value(await client.catalogue.prices({ params: { instance } }))
      const shownTypes = new Set(Object.values(prices).flatMap((ofBand) => Object.keys(ofBand)))
      expect([...shownTypes].filter((id) => !priceTypes.some((type) => type.id === id))).toEqual([])
      return priceTypes.map(({ kind }) => kind)
    }
    const open = await typesFor(anonymous)
    expect(new Set(open)).toEqual(new Set(['full', 'concession', 'under-26']))
    expect((await typesFor(member)).filter((kind) => !open.includes(kind))).toEqual(['member'])
    expect((await typesFor(holder)).filter((kind) => !open.includes(kind))).toEqual(['access', 'companion'])
  })

  it('opens members’ prices and priority periods to a customer with a membership in the basket, until it is removed', async () => {
    const [client, other] = [visitor(), visitor()]
    value(await register(client))
    value(await register(other))
    const early = await findPriorityPerformance(client)
    const { events } = value(await client.catalogue.events())
    const { id: instance } = events.find(({ availability, next }) => availability === 'get-tickets' && next)!.next!
    const body = { quantity: 3, together: true }
    const before = value(await client.seats.bestAvailable({ params: { instance }, body })).basket
    const saves = async () =>
      value(await client.catalogue.memberships()).memberships.find(({ membership }) => membership === 'priority')!.saves
    const saving = await saves()
    expect(saving).toBeGreaterThan(0)
    const joined = value(await client.basket.addItem({ body: { kind: 'membership', membership: 'priority' } }))
    const priceOfTickets = ({ tickets }: Pick<typeof joined, 'tickets'>) => tickets.reduce((sum, { price }) => sum + price, 0)
    expect(priceOfTickets(joined)).toBe(before.totals.total - saving)
    expect(joined.totals.total).toBe(priceOfTickets(joined) + joined.items[0]!.amount)
    // Two of three tickets: the limit of the price.
    expect(joined.tickets.filter(({ priceType }) => priceType === 'member')).toHaveLength(2)
    expect(await saves()).toBe(saving)
    expect(await availabilityTo(client, early)).toMatch(/get-tickets|limited/)
    expect(await availabilityTo(other, early)).toBe('priority')
    const full = value(await client.seats.bestAvailable({ params: { instance: early }, body: { quantity: 1, together: true } })).basket
    expect(full.tickets).toHaveLength(4)
    const after = value(await client.basket.removeItem({ params: { id: joined.items[0]!.id } }))
    expect(after.tickets.map(({ id, priceType, price }) => [id, priceType, price])).toEqual(
      before.tickets.map(({ id, priceType, price }) => [id, priceType, price]),
    )
    expect(after.totals).toEqual(before.totals)
    expect(await availabilityTo(client, early)).toBe('priority')
    value(await client.basket.reset())
  })

  it('rejects an unknown promo code, one without effect, and removing one that the tickets need', async () => {
    const client = visitor()
    expect(code(await apply(client, 'no-such-code'))).toBe('promo-not-recognised')
    const instance = await findPriorityPerformance(client)
    value(
      await apply(
        client,
        codeThat(({ opensPriority }) => opensPriority),
      ),
    )
    const { priceTypes } = value(await client.catalogue.prices({ params: { instance } }))
    const basket = value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 2, together: true } })).basket
    expect(basket.tickets).toHaveLength(2)
    expect(basket.tickets[0]!.choices.length).toBeGreaterThan(1)
    expect(priceTypes.length).toBeGreaterThan(1)
    expect(code(await client.basket.removePromo())).toBe('promo-update-failed')
    expect(
      code(
        await apply(
          client,
          codeThat(({ discount, productions }) => discount !== undefined && productions === undefined),
        ),
      ),
    ).toBe('promo-update-failed')
    value(await client.basket.reset())

    const { events } = value(await client.catalogue.events())
    const next = events.find((event) => event.availability === 'get-tickets' && event.next)!.next!
    const bought = value(await client.seats.bestAvailable({ params: { instance: next.id }, body: { quantity: 2, together: true } })).basket
    value(await client.basket.removePromo())
    expect(
      code(
        await apply(
          client,
          codeThat(({ productions }) => productions !== undefined && !productions.includes(next.event)),
        ),
      ),
    ).toBe('promo-not-valid')
    const cheaper = value(
      await apply(
        client,
        codeThat(({ discount, productions }) => discount?.kind === 'percent' && !productions),
      ),
    )
    expect(cheaper.totals.discount).toBeGreaterThan(0)
    expect(cheaper.totals.total).toBe(bought.totals.total - cheaper.totals.discount)
    expect(value(await client.site.session()).basket.total).toBe(cheaper.totals.total)
    value(await client.basket.reset())
  })

  it('rejects orders that are not reserved for the customer, and ballots of performances without one', async () => {
    const [anonymous, customer] = [visitor(), await signedIn(bridge[0]!)]
    const params = { number: 'NOSUCHNO' }
    expect(code(await anonymous.me.addOrderToBasket({ params }))).toBe('login-required')
    expect(code(await customer.me.addOrderToBasket({ params }))).toBe('order-not-found')
    const instance = await findPriorityPerformance(anonymous)
    expect(code(await anonymous.ballot.read({ params: { instance } }))).toBe('instance-unavailable')
    const entry = { params: { instance }, body: { quantity: 1, choices: [instance] } }
    expect(code(await anonymous.ballot.enter(entry))).toBe('login-required')
    expect(code(await customer.ballot.enter(entry))).toBe('instance-unavailable')
    expect(code(await anonymous.site.bypassMaintenance({ body: { key: 'open sesame' } }))).toBe('not-allowed')
  })

  /** A performance with its plan, as an anonymous visitor may see it. */
  async function readPerformance(client: ApiClient, instance: string) {
    const params = { instance }
    const { hall, planVersion, availability } = value(await client.catalogue.instance({ params }))
    const plan = readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const seats = async (who: ApiClient) => unpackAvailability(value(await who.catalogue.availability({ params })).seats, plan.seatCount)
    const hold = (who: ApiClient, seat: number, priceType: string) =>
      who.basket.addTickets({ body: { instance, seats: [{ seat: plan.idOf(seat), priceType }] } })
    return { params, plan, availability, seats, hold }
  }

  it('hides kept seats from visitors without the entitlement, and sells them to those with it', async () => {
    const anonymous = visitor()
    const holder = await signedIn(personWith(({ access }) => access !== undefined))
    for (const { id, kept } of seededPerformances().filter((performance) => performance.kept)) {
      const { availability, seats, hold } = await readPerformance(anonymous, id)
      if (!bookable(availability)) continue
      const keptSeats = kept!.flatMap((each) =>
        each.seats.flatMap(([first, count]) => Array.from({ length: count }, (_, nth) => first + nth)),
      )
      const [anonymousSeats, holderSeats] = [await seats(anonymous), await seats(holder)]
      expect(new Set(keptSeats.map((seat) => anonymousSeats[seat]))).toEqual(new Set([seatAvailability.hidden]))
      expect(keptSeats.map((seat) => holderSeats[seat])).not.toContain(seatAvailability.hidden)
      const free = keptSeats.find((seat) => holderSeats[seat] === seatAvailability.free)
      if (free === undefined) continue
      expect(code(await hold(anonymous, free, 'full'))).toBe('seats-taken')
      expect(code(await hold(holder, free, 'full'))).toBe('ok')
      value(await holder.basket.reset())
      return
    }
    throw new Error('no performance has kept seats')
  })

  it('accepts one ballot entry of each customer while the ballot is open, and does not reveal the seed', async () => {
    const [anonymous, customer] = [visitor(), await signedIn(bridge[0]!)]
    const [ballot] = ballots('bridge', seededPerformances())
    const [instance] = ballot!.seats.keys()
    const params = { instance: instance! }
    const enter = (quantity: number, choices = [instance!]) => customer.ballot.enter({ params, body: { quantity, choices } })
    const open = value(await anonymous.ballot.read({ params }))
    expect(open).toMatchObject({
      kind: ballot!.kind,
      state: 'open',
      maxQuantity: ballot!.maxQuantity,
      seed: null,
      entries: null,
      entry: null,
    })
    expect(open.seedHash).toMatch(/^[0-9a-f]{64}$/)
    expect(open.performances).toEqual([expect.objectContaining({ instance, seats: ballot!.seats.get(instance!) })])
    expect(code(await enter(ballot!.maxQuantity + 1))).toBe('too-many-tickets-requested')
    expect(code(await enter(1, ['no-such-night']))).toBe('invalid-input')
    const { entry } = value(await enter(1))
    expect(entry).toMatchObject({ quantity: 1, choices: [instance], outcome: null, order: null })
    expect(value(await enter(2)).entry).toMatchObject({ id: entry!.id, quantity: 2 })
    expect(value(await anonymous.ballot.read({ params })).entry).toBeNull()
    expect(value(await customer.ballot.leave({ params })).entry).toBeNull()
    expect(value(await customer.ballot.read({ params })).entry).toBeNull()
  })

  it('moves a reserved order into the empty basket of its customer, and back when the basket is reset', async () => {
    const [anonymous, person] = [visitor(), bridge[0]!]
    const [customer, otherCustomer] = [await signedIn(person), await signedIn(bridge[1]!)]
    const { events } = value(await anonymous.catalogue.events())
    const { id: instance } = events.findLast(({ availability, next }) => availability === 'get-tickets' && next)!.next!
    const { plan, seats, hold } = await readPerformance(anonymous, instance)
    const seatValues = await seats(anonymous)
    const free = [...seatValues.keys()].filter((seat) => seatValues[seat] === seatAvailability.free).slice(-3)
    const number = await host().reserveFor(person.email, instance, free.slice(0, 2).map(plan.idOf))
    const mine = async () => value(await customer.me.orders()).orders.find((order) => order.number === number)
    const takeOver = (who: ApiClient) => who.me.addOrderToBasket({ params: { number } })
    expect(await mine()).toMatchObject({ state: 'reserved', count: 2, isLocked: false })
    expect(code(await hold(anonymous, free[0]!, 'full'))).toBe('seats-taken')
    expect(code(await takeOver(otherCustomer))).toBe('order-not-found')
    value(await hold(customer, free[2]!, 'full'))
    expect(code(await takeOver(customer))).toBe('basket-not-empty')
    value(await customer.basket.reset())
    const basket = value(await takeOver(customer))
    expect(basket.tickets.map(({ seat }) => seat).toSorted()).toEqual(free.slice(0, 2).map(plan.idOf).toSorted())
    expect(basket.totals.total).toBe((await mine())!.total)
    expect(await mine()).toMatchObject({ state: 'in-basket' })
    value(await customer.basket.reset())
    expect(await mine()).toMatchObject({ state: 'reserved' })
    expect(code(await hold(anonymous, free[0]!, 'full'))).toBe('seats-taken')
  })

  it('lets the holder of a winner’s link pay for a reserved order without an account, once', async () => {
    const [holder, customer] = [visitor(), visitor()]
    const person = value(await register(customer)).customer!
    const { id: instance } = await findBookablePerformance(holder, 4)
    const { plan, seats } = await readPerformance(holder, instance)
    const seatValues = await seats(holder)
    const free = [...seatValues.keys()].filter((seat) => seatValues[seat] === seatAvailability.free).slice(-2)
    const number = await host().reserveFor(person.email, instance, free.map(plan.idOf))
    const token = await host().winnerLinkToken(number)
    const read = async () => value(await holder.paymentLinks.read({ body: { token } }))
    const pay = (quote: string) => holder.paymentLinks.pay({ body: { token, quote } })
    const mine = async () => value(await customer.me.orders()).orders.map(({ state }) => state)

    const view = await read()
    expect(view).toMatchObject({ state: 'open', order: null, contents: { tickets: [{}, {}], items: [], lastPayment: null } })
    expect(JSON.stringify(view), 'nothing of the customer').not.toContain(person.email)
    expect(await mine()).toEqual(['reserved'])
    const { quote } = view.contents!
    expect(code(await pay('another'))).toBe('price-changed')

    value(await customer.basket.reset())
    value(await customer.me.addOrderToBasket({ params: { number } }))
    expect(await read()).toMatchObject({ state: 'in-basket', contents: null })
    expect(code(await pay(quote))).toBe('reserved-order-locked')
    value(await customer.basket.reset())
    expect(await read()).toMatchObject({ state: 'open', contents: { totals: view.contents!.totals } })

    const started = value(await pay((await read()).contents!.quote))
    expect(value(await pay((await read()).contents!.quote)), 'in a second tab').toEqual(started)
    expect((await read()).state).toBe('paying')
    expect(value(await customer.basket.read()).tickets, 'not in the basket of the account').toEqual([])
    await host().pay(started.redirectUrl!)
    const paid = await read()
    expect(paid).toMatchObject({ state: 'paid', order: expect.any(String), contents: null })
    expect(code(await pay(quote))).toBe('payment-link-paid')
    expect(value(await customer.me.orders()).orders).toMatchObject([{ number: paid.order, state: 'confirmed', count: 2 }])
    expect(code(await holder.paymentLinks.read({ body: { token: `${token}A` } }))).toBe('page-not-found')
  })
}

/** The performances of today's seeded season. */
const seededPerformances = () => season('bridge', Temporal.Now.plainDateISO('Europe/London').toString()).performances
