import { TOTP, Secret } from 'otpauth'
import { expect, it } from 'vitest'
import { colleagues, people } from '@playhouse/fixtures'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import { seatOutlook, unpackOutlook } from '@playhouse/domain/seat'
import type { ApiClient } from '#client'
import { contract, type Endpoint } from '#contract'
import { code, register, type SuiteHost, value, visitorOf } from './visitor.ts'

const [manager, clerk, newcomer] = colleagues
const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

/** What the box office does at the counter, and who has no business there. */
export function describeCounter(host: () => SuiteHost): void {
  const visitor = () => visitorOf(host())

  it('shuts every door of the staff to strangers and customers', async () => {
    const customer = visitor()
    value(await register(customer))
    const calls = [contract.staff, contract.counter, contract.afterSale].flatMap((group) => Object.values<Endpoint>(group))
    expect(calls.filter(({ access }) => access !== 'staff').map(({ path }) => path)).toEqual([
      '/staff/sign-in',
      '/staff/enrolment',
      '/staff/enrolment/confirm',
      '/staff/second-factor',
    ])
    for (const client of [visitor(), customer]) {
      expect(code(await client.staff.desk())).toBe('not-allowed')
      expect(code(await client.staff.enrol())).toBe('not-allowed')
      expect(code(await client.staff.prove({ body: { code: '000000' } }))).toBe('not-allowed')
      expect(code(await client.counter.instances())).toBe('not-allowed')
      expect(code(await client.counter.reset())).toBe('not-allowed')
      const [person] = people('bridge')
      expect(code(await client.staff.signIn({ body: { email: person!.email, password: person!.password } }))).toBe('login-failed')
    }
  })

  /** Somebody at the counter, with both factors. Their codes are good once: two of them sign in one after the other. */
  async function atCounter({ email, password, secret }: (typeof colleagues)[number], stepsAhead = 0): Promise<ApiClient> {
    const client = visitor()
    expect(value(await client.staff.signIn({ body: { email, password } })).next).toBe('code')
    expect(code(await client.staff.desk()), 'the password alone').toBe('not-allowed')
    value(await client.staff.prove({ body: { code: codeOf(secret!, stepsAhead) } }))
    return client
  }

  /** Free seats of the next performance, cheapest way to name them. */
  async function freeSeats(client: ApiClient) {
    const { instances } = value(await client.counter.instances())
    const params = { instance: instances[0]!.id }
    const { hall, planVersion, prices } = value(await client.counter.instance({ params }))
    const plan = readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const outlook = unpackOutlook(value(await client.counter.seats({ params })).seats, plan.seatCount)
    const free = Array.from({ length: plan.seatCount }, (_, seat) => seat).filter((seat) => outlook[seat] === seatOutlook.free)
    return { params, prices, seats: free.slice(-6).map(plan.idOf) }
  }

  it('sells at the counter: cash with its change, a card, comps with a reason; and keeps seats off sale', async () => {
    if (!host().hasCounter) return
    const desk = await atCounter(clerk!)
    const { params, prices, seats } = await freeSeats(desk)
    const comp = prices.priceTypes.find(({ kind }) => kind === 'staff')!.id
    const at = (...places: number[]) => places.map((place) => ({ seat: seats[place]!, priceType: 'full' }))

    const held = value(await desk.counter.hold({ params, body: { seats: at(0, 1) } }))
    const { total } = held.basket.totals
    const sale = { version: held.basket.version, way: 'cash' as const, delivery: 'print' as const }
    expect(code(await desk.counter.sell({ body: { ...sale, tendered: money(total - 1) } }))).toBe('invalid-input')
    const sold = value(await desk.counter.sell({ body: { ...sale, tendered: money(total + 10_00) } }))
    expect(sold).toMatchObject({ total, paid: total, change: 10_00, way: 'cash', desk: { basket: { tickets: [] } } })
    expect(value(await desk.counter.sell({ body: sale })).order, 'asked again').toBe(sold.order)
    expect(code(await visitor().basket.addTickets({ body: { instance: params.instance, seats: at(0) } }))).toBe('seats-taken')
    expect(value(await desk.afterSale.tickets({ params: { number: sold.order } })).length).toBeGreaterThan(1_000)

    const byCard = value(await desk.counter.hold({ params, body: { seats: at(2) } })).basket
    const card = value(await desk.counter.sell({ body: { version: byCard.version, way: 'card', delivery: 'print' } }))
    expect(card).toMatchObject({ way: 'card', paid: byCard.totals.total, change: null })

    const gift = [{ seat: seats[3]!, priceType: comp }]
    expect(code(await desk.counter.hold({ params, body: { seats: gift, reason: 'press' } })), 'by a clerk').toBe('not-allowed')
    expect(code(await desk.counter.book({ params }))).toBe('not-allowed')
    const boss = await atCounter(manager!)
    expect(code(await boss.counter.hold({ params, body: { seats: gift } })), 'without a reason').toBe('invalid-input')
    const free = value(await boss.counter.hold({ params, body: { seats: gift, reason: 'press' } })).basket
    expect(free.totals.total).toBe(0)
    expect(value(await boss.counter.sell({ body: { version: free.version, way: 'cash', delivery: 'print' } })).way).toBe('none')

    const { block } = value(await boss.counter.block({ params, body: { seats: [seats[4]!], kind: 'house', reason: 'camera' } }))
    expect(code(await desk.counter.hold({ params, body: { seats: at(4) } }))).toBe('seats-taken')
    expect(value(await boss.counter.instance({ params })).holds).toMatchObject([{ id: block, reason: 'camera', seats: [seats[4]] }])
    value(await boss.counter.unblock({ params: { ...params, block }, body: { reason: 'no camera' } }))
    value(await desk.counter.hold({ params, body: { seats: at(4) } }))
    value(await desk.counter.reset())

    const { entries } = value(await boss.counter.book({ params }))
    expect(new Set(entries.map(({ who }) => who))).toEqual(new Set([manager!.name, clerk!.name]))
    expect(entries.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['add-tickets', 'sell', 'block', 'unblock']))
    expect(entries.find(({ order }) => order === sold.order)).toMatchObject({ who: clerk!.name, amount: total })
    expect(entries.find(({ verb }) => verb === 'unblock')?.reason).toBe('no camera')
    value(await desk.staff.signOut())
    expect(code(await desk.staff.desk())).toBe('not-allowed')
  })

  it('serves customers: finds them, registers them, reserves for them and sells what was reserved', async () => {
    if (!host().hasCounter) return
    const desk = visitor()
    const { email, password } = newcomer!
    expect(value(await desk.staff.signIn({ body: { email, password } })).next).toBe('enrol')
    const { secret, modules } = value(await desk.staff.enrol())
    expect(modules.bits).toHaveLength(modules.size ** 2)
    expect(code(await desk.staff.confirmEnrolment({ body: { code: '000000' } }))).toBe('login-failed')
    const { recoveryCodes } = value(await desk.staff.confirmEnrolment({ body: { code: codeOf(secret) } }))
    expect(new Set(recoveryCodes).size).toBe(10)

    const find = (query: string) => desk.staff.findCustomers({ query: { query } })
    const rosalind = people('bridge')[0]!
    for (const query of ['rosalind', 'ARD', 'arden ros', rosalind.email, rosalind.phone, 'arden se1 2yz', 'SE12YZ'])
      expect(
        value(await find(query)).customers.map((one) => one.email),
        query,
      ).toContain(rosalind.email)
    expect(value(await find('lofgren')).customers).toHaveLength(1)
    for (const query of ['nobody at all', '%%', String.raw`' or 1=1 --`]) expect(code(await find(query)), query).toBe('no-customer')

    const stranger = {
      email: `counter-${Date.now()}@example.org`,
      title: '',
      firstName: 'Tom',
      lastName: '<b>Snout</b>',
      phone: '020 7946 0999',
    }
    expect(value(await desk.staff.registerCustomer({ body: stranger })).customer).toMatchObject(stranger)
    expect(code(await desk.staff.registerCustomer({ body: stranger }))).toBe('register-failed')

    const { params, seats } = await freeSeats(desk)
    const wanted = seats.slice(0, 2).map((seat) => ({ seat, priceType: 'full' }))
    value(await desk.counter.hold({ params, body: { seats: wanted } }))
    const heldUntil = new Date(Date.now() + 3_600_000).toISOString()
    const { order, desk: after } = value(await desk.counter.reserve({ params, body: { heldUntil, note: 'pays on the night' } }))
    expect(after.basket.tickets).toEqual([])
    expect(after.customer?.orders).toMatchObject([{ number: order, state: 'reserved', count: 2 }])
    const taken = value(await desk.counter.takeReserved({ params: { number: order } })).basket
    const sold = value(await desk.counter.sell({ body: { version: taken.version, way: 'cash', delivery: 'email' } }))
    expect(sold.paid).toBe(taken.totals.total)
    expect(await host().mailTo(stranger.email, new RegExp(sold.order))).toContain(sold.order)

    value(await desk.staff.signOut())
    value(await desk.staff.signIn({ body: { email, password } }))
    value(await desk.staff.prove({ body: { code: recoveryCodes[3]! } }))
    value(await desk.staff.signOut())
    value(await desk.staff.signIn({ body: { email, password } }))
    expect(code(await desk.staff.prove({ body: { code: recoveryCodes[3]! } })), 'once').toBe('login-failed')
  })
}
