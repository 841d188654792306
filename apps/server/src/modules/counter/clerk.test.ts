import { expect, test } from 'vitest'
import { adoptBasket, applyPromo, applyVoucher, openBasket, readBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { announcePromo } from '#modules/promo'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { openTestCounter, readTestTakings } from './testing/test-counter.ts'

type Sold = Awaited<ReturnType<Awaited<ReturnType<typeof openTestCounter>>['sell']>>
const givenBack = ({ order }: Sold, rest: 'credit' | 'origin') => ({
  order: order.number,
  tickets: order.tickets.map(({ id }) => id),
  value: money(45_00),
  rest,
})

test('a clerk cannot take cash out by a code that makes the other seat cheaper, nor create credit for a guest', async () => {
  await using theatre = await openTestTheatre()
  const ann = await openTestCounter(theatre, 'clerk', 'Ann')
  await announcePromo(
    theatre.db,
    { code: 'HALF', name: 'Half', rule: { discount: { kind: 'percent', percent: 50 }, opensPriority: false, opensPriceTypes: [] } },
    ann.actor,
  )
  const sold = await ann.sell(undefined, ['A.1'])
  const basket = await ann.hold(undefined, ['A.2'])
  await applyPromo(theatre, basket, ann.actor, 'HALF')
  for (const rest of ['origin', 'credit'] as const)
    expect(await ann.pay(basket, givenBack(sold, rest)), rest).toMatchObject({ error: { code: 'not-allowed' } })
  expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([])

  const max = await openTestCounter(theatre, 'manager', 'Max')
  const otherBasket = await max.hold(undefined, ['A.3'])
  await applyPromo(theatre, otherBasket, max.actor, 'HALF')
  expect(await max.pay(otherBasket, givenBack(sold, 'origin'))).toMatchObject({ value: { back: { amount: 22_50, to: 'origin' } } })
  await expectInvariants(theatre)
})

test('seats held at the counter for a customer stay there when the customer signs in on the web', async () => {
  await using theatre = await openTestTheatre()
  const max = await openTestCounter(theatre)
  const customer = await customerOf(theatre)
  const free = await max.hold(customer.id, ['A.1'], 'comp')
  expect(await adoptBasket(theatre, customer.id, undefined, { name: 'guest' })).toEqual({ basket: undefined })
  const guest = await openBasket(theatre.db, theatre.brand)
  await addTickets(theatre, guest, { name: 'guest' }, 'tonight', [{ seat: 'stalls.B.1', priceType: 'full' }])
  expect(await adoptBasket(theatre, customer.id, guest, { name: 'guest' })).toEqual({ basket: guest })
  expect((await readBasket(theatre, guest)).tickets).toHaveLength(1)
  expect(await max.pay(free)).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})

test('a voucher applied to an exchange pays only the difference', async () => {
  await using theatre = await openTestTheatre()
  const ann = await openTestCounter(theatre, 'clerk', 'Ann')
  const customer = await customerOf(theatre)
  const sold = await ann.sell(customer.id, ['A.1'])
  await issueVoucher(theatre.db, { amount: money(30_00), code: 'GIFT-OTHELLO' }, ann.actor)
  const basket = await ann.hold(customer.id, ['A.2'])
  await applyVoucher(theatre, basket, ann.actor, 'GIFT-OTHELLO')
  expect(await ann.pay(basket, givenBack(sold, 'origin'))).toMatchObject({ value: { exchanged: 45_00, paid: 0, back: null } })
  await expectInvariants(theatre)
})

test('takings do not count a refund of cash that was never taken', async () => {
  await using theatre = await openTestTheatre()
  const [ann, bob] = [await openTestCounter(theatre, 'clerk', 'Ann'), await openTestCounter(theatre, 'clerk', 'Bob')]
  const customer = await customerOf(theatre)
  const first = await ann.sell(customer.id, ['C.1'])
  const request = {
    order: first.order.number,
    tickets: first.order.tickets.map(({ id }) => id),
    value: money(30_00),
    rest: 'credit' as const,
  }
  // Both exchange the same ticket concurrently for a more expensive one: it can be returned once.
  const baskets = [await ann.hold(customer.id, ['A.1']), await bob.hold(customer.id, ['A.2'])] as const
  const sales = await Promise.all([ann.pay(baskets[0], request), bob.pay(baskets[1], request)])
  expect(sales.filter(({ ok }) => ok)).toHaveLength(1)
  const { people } = await readTestTakings(theatre)
  expect(people.reduce((sum, { cashIn }) => sum + cashIn, 0)).toBe(30_00 + 15_00)
  expect(people.map(({ cashBack }) => cashBack).every((cashBack) => cashBack === 0)).toBe(true)
  await expectInvariants(theatre)
})
