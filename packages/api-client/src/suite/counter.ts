import { TOTP, Secret } from 'otpauth'
import { expect, it } from 'vitest'
import { colleagues, giftVouchers, people } from '@playhouse/fixtures'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { bookable } from '@playhouse/domain/season'
import { type ApiClient, createClient, watchSeats } from '#client'
import { longestWait } from '@playhouse/testing/time-limit'
import { contract, type Endpoint } from '#contract'
import { fetchWithCookies } from './cookie-jar.ts'
import { readTakingsSince, sumOf } from './takings.ts'
import { code, payFor, type PaymentSuite, register, type SuiteHost, value, visitorOf } from './visitor.ts'

const [manager, clerk, newStaffUser] = colleagues
const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

/** Refunds a web order whose card takes no refunds: a retry is refused too, and staff settle it by hand once. */
async function checkRefusedRefund(boss: ApiClient, { visitor, ready, pay }: PaymentSuite): Promise<void> {
  const customer = visitor()
  const number = await payFor(customer, await ready(customer, 60), (url) => pay(url, { refusesRefunds: true }))
  const params = { number }
  const refunds = async () => value(await boss.afterSale.order({ params })).refunds
  const [{ ticket, value: amount } = { ticket: '', value: money(0) }] = value(await boss.afterSale.order({ params })).worth
  const body = { tickets: [ticket], to: 'origin' as const, value: amount, reason: 'ill' }
  const { given: returned, sold } = value(await boss.afterSale.giveBack({ params, body }))
  expect(returned).toMatchObject({ card: amount, cash: 0, credit: 0 })
  const refund = sold.refunds[0]!.id
  const failed = { id: refund, amount, state: 'failed', refusal: expect.stringContaining('takes no refunds'), byHand: null }
  const patient = { timeout: longestWait }
  await expect.poll(refunds, patient).toMatchObject([{ ...failed, failures: 1 }])
  value(await boss.afterSale.sendRefundAgain({ params: { number, refund } }))
  await expect.poll(refunds, patient).toMatchObject([{ ...failed, failures: 2 }])
  const settle = async (explanation: string) =>
    value(await boss.afterSale.settleRefund({ params: { number, refund }, body: { how: explanation } })).refunds
  const settledRefunds = [{ id: refund, amount, state: 'made', failures: 2, refusal: null, byHand: 'bank transfer 17' }]
  expect(await settle('bank transfer 17')).toMatchObject(settledRefunds)
  expect(await settle('cash'), 'twice').toMatchObject(settledRefunds)
  expect(value(await boss.afterSale.sendRefundAgain({ params: { number, refund } })).refunds, 'after it was settled').toMatchObject(
    settledRefunds,
  )
}

/** Work of staff users at the counter, and that other visitors have no access. */
export function describeCounter(host: () => SuiteHost, suite: PaymentSuite): void {
  const visitor = () => visitorOf(host())

  it('rejects anonymous visitors and customers at every staff endpoint', async () => {
    const customer = visitor()
    value(await register(customer))
    const calls = [
      ...[contract.staff, contract.counter, contract.afterSale, contract.staffVouchers],
      ...[
        contract.staffPaymentLinks,
        contract.staffForms,
        contract.planning,
        contract.priceLists,
        contract.halls,
        contract.programmeFiles,
        contract.movingIn,
        contract.offers,
      ],
    ].flatMap((group) => Object.values<Endpoint>(group))
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

  /** Signs a staff user in with both factors. Each code is valid once: use `stepsAhead` for another one of the same user. */
  async function signInAtCounter(
    { email, password, secret }: (typeof colleagues)[number],
    stepsAhead = 0,
    client = visitor(),
  ): Promise<ApiClient> {
    expect(value(await client.staff.signIn({ body: { email, password } })).next).toBe('code')
    expect(code(await client.staff.desk()), 'the password alone').toBe('not-allowed')
    value(await client.staff.prove({ body: { code: codeOf(secret!, stepsAhead) } }))
    return client
  }

  /** The last six free seats of the next performance, or of the next one other than `before`. */
  async function freeSeats(client: ApiClient, before?: string) {
    const { instances } = value(await client.counter.instances())
    // At least three days ahead, so that reservations and returns do not depend on the time of the test.
    const soonest = Date.now() + 3 * 86_400_000
    const performance = instances.find(
      (instance) =>
        bookable(instance.availability) && instance.seatsLeft > 60 && Date.parse(instance.startsAt) > soonest && instance.id !== before,
    )
    const params = { instance: performance!.id }
    const { hall, planVersion, prices } = value(await client.counter.instance({ params }))
    const plan = readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const seatValues = unpackAvailability(value(await client.counter.seats({ params })).seats, plan.seatCount)
    const free = Array.from({ length: plan.seatCount }, (_, seat) => seat).filter((seat) => seatValues[seat] === seatAvailability.free)
    return { params, prices, seats: free.slice(-6).map(plan.idOf) }
  }

  it('sells for cash with change, by card and complimentary tickets with a reason, and blocks seats', async () => {
    const desk = await signInAtCounter(clerk!)
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
    for (const query of [{}, { paper: 'thermal' as const }])
      expect(value(await desk.afterSale.tickets({ params: { number: sold.order }, query })).length).toBeGreaterThan(1_000)

    const byCard = value(await desk.counter.hold({ params, body: { seats: at(2) } })).basket
    const card = value(await desk.counter.sell({ body: { version: byCard.version, way: 'card', delivery: 'print' } }))
    expect(card).toMatchObject({ way: 'card', paid: byCard.totals.total, change: null })

    const gift = [{ seat: seats[3]!, priceType: comp }]
    expect(code(await desk.counter.hold({ params, body: { seats: gift, reason: 'press' } })), 'by a clerk').toBe('not-allowed')
    expect(code(await desk.counter.book({ params }))).toBe('not-allowed')
    const unblocking = { params: { voucher: '00000000-0000-4000-8000-000000000009' }, body: { reason: 'found' } }
    expect(code(await desk.staffVouchers.unblock(unblocking))).toBe('not-allowed')
    const boss = await signInAtCounter(manager!)
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
    expect(entries.find(({ order, verb }) => order === sold.order && verb === 'sell')).toMatchObject({ who: clerk!.name, amount: total })
    expect(entries.find(({ verb }) => verb === 'unblock')?.reason).toBe('no camera')
    value(await desk.staff.signOut())
    expect(code(await desk.staff.desk())).toBe('not-allowed')
  })

  it('finds the best seats and alternatives, and applies promo codes and vouchers', async () => {
    const [{ origin }, fetcher] = [host(), fetchWithCookies()]
    const desk = await signInAtCounter(clerk!, 1, createClient(origin, fetcher))
    const { params } = await freeSeats(desk)
    let [version, changes] = [-1, 0]
    const keeper = {
      version: () => version,
      load: (_packed: string, next: number) => void (version = next),
      apply: (seats: readonly unknown[], next: number) => void ([version, changes] = [next, changes + seats.length]),
      setStale: () => {},
    }
    const stop = watchSeats(params.instance, keeper, { origin, fetcher, as: 'counter' })
    await expect.poll(() => version).toBeGreaterThan(0)
    const best = (wish: object) => desk.counter.bestAvailable({ params, body: { wish: { quantity: 2, together: false, ...wish } } })
    const first = value(await best({}))
    const seatsOf = ({ tickets }: { readonly tickets: readonly { readonly seat: string }[] }) => tickets.map(({ seat }) => seat).toSorted()
    expect(seatsOf(first.desk.basket)).toEqual(first.seats.toSorted())
    await expect.poll(() => changes).toBeGreaterThanOrEqual(2)
    stop()
    const otherSeats = value(await best({ others: first.seats }))
    expect(seatsOf(otherSeats.desk.basket), 'the first ones went back').toEqual(otherSeats.seats.toSorted())
    expect(otherSeats.seats.some((seat) => first.seats.includes(seat))).toBe(false)
    expect(code(await best({ priceType: 'comp' }))).toBe('not-allowed')
    expect(code(await best({ quantity: 50, needs: ['wheelchair'] }))).toBe('seats-not-found')

    const { total } = otherSeats.desk.basket.totals
    expect(code(await desk.counter.applyPromo({ body: { code: 'NO-SUCH-CODE' } }))).toBe('promo-not-recognised')
    expect(code(await desk.counter.applyGiftVoucher({ body: { code: 'NONE-0000000' } }))).toBe('voucher-not-recognised')
    const paid = value(await desk.counter.applyGiftVoucher({ body: { code: giftVouchers[0]!.code } })).basket
    expect(paid.totals.leftToPay).toBe(Math.max(0, total - giftVouchers[0]!.amount))
    expect(code(await desk.counter.removeTicket({ params: { id: paid.tickets[0]!.id } }))).toBe('voucher-in-basket')
    expect(value(await desk.counter.removeGiftVoucher()).basket.totals.leftToPay).toBe(total)
    expect(value(await desk.counter.stopCard()).basket.tickets, 'nothing to stop').toHaveLength(2)
    value(await desk.counter.reset())
  })

  it('reprints, exchanges and returns tickets, and reports the takings of the day', async () => {
    const boss = await signInAtCounter(manager!, 1)
    const { params, seats } = await freeSeats(boss)
    const { email } = people('bridge').at(-1)!
    const [customer] = value(await boss.staff.findCustomers({ body: { query: email } })).customers
    const { credit } = value(await boss.staff.actFor({ body: { customer: customer!.id } })).customer!
    const another = await freeSeats(boss, params.instance)
    const hold = async (places: readonly number[], performance = { params, seats }) => {
      const requested = places.map((place) => ({ seat: performance.seats[place]!, priceType: 'full' }))
      return value(await boss.counter.hold({ params: performance.params, body: { seats: requested } })).basket
    }
    const before = value(await boss.afterSale.takings({}))
    const first = await hold([0, 1])
    const sale = { way: 'cash' as const, delivery: 'print' as const }
    const dearer = { ...sale, version: first.version, quote: 'what it came to before' }
    expect(code(await boss.counter.sell({ body: dearer })), 'with another quote').toBe('price-changed')
    const sold = value(await boss.counter.sell({ body: { ...sale, version: first.version, quote: first.quote } }))
    const order = async () => value(await boss.afterSale.order({ params: { number: sold.order } }))
    const { worth, ...open } = await order()
    expect(open).toMatchObject({ left: sold.total, back: 0, origin: 'cash', soldBy: manager!.name, may: { credit: true, origin: true } })
    expect(value(await boss.afterSale.tickets({ params: { number: sold.order } })).length).toBeGreaterThan(1_000)
    expect(value(await boss.afterSale.mailTickets({ params: { number: sold.order } })).sent).toBe(true)

    const otherBasket = await hold([2], another)
    const exchange = { order: sold.order, tickets: [worth[0]!.ticket], value: worth[0]!.value, rest: 'credit' as const }
    const wrong = { ...exchange, value: money(worth[0]!.value + 1) }
    expect(code(await boss.counter.sell({ body: { ...sale, version: otherBasket.version, exchange: wrong } }))).toBe('price-changed')
    const exchanged = value(await boss.counter.sell({ body: { ...sale, version: otherBasket.version, exchange } }))
    const used = Math.min(exchange.value, otherBasket.totals.total)
    expect(exchanged).toMatchObject({ total: otherBasket.totals.total, exchanged: used, paid: otherBasket.totals.total - used, credit: 0 })
    expect((await order()).order.tickets).toHaveLength(1)
    expect((await hold([0])).tickets, 'the seat is free again').toHaveLength(1)
    value(await boss.counter.reset())

    // A refund of a separate order succeeds: retrying or settling it changes nothing.
    const singleSeat = await hold([3], another)
    const cash = value(await boss.counter.sell({ body: { ...sale, version: singleSeat.version } }))
    const its = { number: cash.order }
    const { worth: all, refunds } = value(await boss.afterSale.order({ params: its }))
    expect(refunds).toEqual([])
    const forMoney = { tickets: all.map(({ ticket }) => ticket), to: 'origin' as const, value: all[0]!.value, reason: 'ill' }
    const { sold: returned } = value(await boss.afterSale.giveBack({ params: its, body: forMoney }))
    expect(returned.refunds).toMatchObject([{ amount: forMoney.value, failures: 0, byHand: null }])
    const refund = returned.refunds[0]!.id
    for (const sold of [
      await boss.afterSale.sendRefundAgain({ params: { ...its, refund } }),
      await boss.afterSale.settleRefund({ params: { ...its, refund }, body: { how: 'bank transfer' } }),
    ])
      expect(value(sold).refunds).toMatchObject([{ id: refund, failures: 0, byHand: null }])
    const otherOrder = { number: sold.order, refund }
    expect(code(await boss.afterSale.sendRefundAgain({ params: otherOrder })), 'of another order').toBe('order-not-found')

    await checkRefusedRefund(boss, suite)

    const returnRequest = { tickets: [worth[1]!.ticket], to: 'credit' as const, value: worth[1]!.value, reason: 'ill' }
    const number = { number: sold.order }
    expect(code(await boss.afterSale.giveBack({ params: number, body: { ...returnRequest, value: money(1) } }))).toBe('price-changed')
    expect(value(await boss.afterSale.giveBack({ params: number, body: returnRequest }))).toMatchObject({
      given: { credit: returnRequest.value, cash: 0, card: 0 },
      sold: { left: 0, order: { state: 'returned', tickets: [] } },
    })
    expect(code(await boss.afterSale.giveBack({ params: number, body: returnRequest })), 'twice').toBe('cancel-order-failed')
    const rest = exchange.value - used
    expect(value(await boss.staff.desk()).customer!.credit - credit).toBe(returnRequest.value + rest)
    expect(code(await boss.afterSale.order({ params: { number: 'NOSUCH' } }))).toBe('order-not-found')

    const mine = ({ people: rows }: Pick<typeof before, 'people'>) => {
      const ofManager = rows.filter(({ staff }) => staff.name === manager!.name)
      return { sales: sumOf(ofManager.map(({ sales }) => sales)), cashIn: sumOf(ofManager.map(({ cashIn }) => cashIn)) }
    }
    const report = await readTakingsSince(boss, before.today)
    const after = mine(report)
    expect(after.sales - mine(before).sales).toBe(3)
    expect(after.cashIn - mine(before).cashIn).toBe(sold.total + cash.total + otherBasket.totals.total - used)
    const sentTo = ({ refunds: rows }: Pick<typeof before, 'refunds'>, to: string): number =>
      sumOf(rows.flatMap(({ destinations }) => destinations.filter((cell) => cell.to === to).map(({ amount }) => amount)))
    expect(sentTo(report, 'exchange') - sentTo(before, 'exchange')).toBe(used)
    expect(sentTo(report, 'credit') - sentTo(before, 'credit')).toBe(returnRequest.value + rest)
    expect(sentTo(report, 'cash') - sentTo(before, 'cash')).toBeGreaterThanOrEqual(forMoney.value)
    for (const { amount, destinations } of report.refunds) expect(sumOf(destinations.map((cell) => cell.amount))).toBe(amount)
    const { entries } = value(await boss.counter.book({ params }))
    expect(entries.filter(({ who }) => who === manager!.name).map(({ verb }) => verb)).toEqual(
      expect.arrayContaining(['sell', 'print', 'exchange', 'return-tickets']),
    )
    value(await boss.staff.signOut())
  })

  it('finds and registers customers, reserves seats for them and sells the reserved order', async () => {
    const desk = visitor()
    const { email, password } = newStaffUser!
    expect(value(await desk.staff.signIn({ body: { email, password } })).next).toBe('enrol')
    const { secret, modules } = value(await desk.staff.enrol())
    expect(modules.bits).toHaveLength(modules.size ** 2)
    expect(code(await desk.staff.confirmEnrolment({ body: { code: '000000' } }))).toBe('login-failed')
    const { recoveryCodes } = value(await desk.staff.confirmEnrolment({ body: { code: codeOf(secret) } }))
    expect(new Set(recoveryCodes).size).toBe(10)

    const find = (query: string) => desk.staff.findCustomers({ body: { query } })
    const rosalind = people('bridge')[0]!
    for (const query of ['rosalind', 'ARD', 'arden ros', rosalind.email, rosalind.phone, 'arden se1 2yz', 'SE12YZ'])
      expect(
        value(await find(query)).customers.map((customer) => customer.email),
        query,
      ).toContain(rosalind.email)
    expect(value(await find('lofgren')).customers).toHaveLength(1)
    for (const query of ['nobody at all', '%%', String.raw`' or 1=1 --`]) expect(code(await find(query)), query).toBe('no-customer')

    const newCustomer = {
      email: `counter-${Date.now()}@example.org`,
      title: '',
      firstName: 'Tom',
      lastName: '<b>Snout</b>',
      phone: '020 7946 0999',
    }
    expect(value(await desk.staff.registerCustomer({ body: newCustomer })).customer).toMatchObject(newCustomer)
    expect(code(await desk.staff.registerCustomer({ body: newCustomer }))).toBe('register-failed')
    // This brand has no Gift Aid.
    const { id: served, giftAid } = value(await desk.staff.desk()).customer!
    expect(giftAid).toBeNull()
    const declaration = { customer: served, wording: '2026-01', method: 'written' } as const
    expect(code(await desk.staff.declareGiftAid({ body: declaration }))).toBe('page-not-found')
    expect(code(await desk.staff.withdrawGiftAid({ body: { customer: served } }))).toBe('page-not-found')

    const { params, seats } = await freeSeats(desk)
    const requested = seats.slice(0, 2).map((seat) => ({ seat, priceType: 'full' }))
    value(await desk.counter.hold({ params, body: { seats: requested } }))
    const heldUntil = new Date(Date.now() + 3_600_000).toISOString()
    const { order, desk: after } = value(await desk.counter.reserve({ params, body: { heldUntil, note: 'pays on the night' } }))
    expect(after.basket.tickets).toEqual([])
    expect(after.customer?.orders).toMatchObject([{ number: order, state: 'reserved', count: 2 }])
    const taken = value(await desk.counter.takeReserved({ params: { number: order } })).basket
    const sold = value(await desk.counter.sell({ body: { version: taken.version, way: 'cash', delivery: 'email' } }))
    expect(sold.paid).toBe(taken.totals.total)
    expect(await host().mailTo(newCustomer.email, new RegExp(sold.order))).toContain(sold.order)

    value(await desk.staff.signOut())
    value(await desk.staff.signIn({ body: { email, password } }))
    value(await desk.staff.prove({ body: { code: recoveryCodes[3]! } }))
    value(await desk.staff.signOut())
    value(await desk.staff.signIn({ body: { email, password } }))
    expect(code(await desk.staff.prove({ body: { code: recoveryCodes[3]! } })), 'once').toBe('login-failed')
  })
}
