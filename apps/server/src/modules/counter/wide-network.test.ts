import { expect, it } from 'vitest'
import { openBasket, readBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { addStaff, staffActor } from '#modules/staff'
import { customerOf, expectInvariants, openTestTheatre } from '#testing'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { ensureCounterBasket, holdAtCounter, openCounterPerformance, sellAtCounter } from './index.ts'

it('exempts the counter, and accounts with an order, from the limit and the bot check of a full wide network', async () => {
  await using theatre = await openTestTheatre(undefined, { rows: 40, seatsInRow: 25, sold: [] })
  const { shop } = openManualProvider(theatre)
  await addStaff(theatre.db, { email: 'max@house.example', name: 'Max', role: 'manager', password: 'never-typed-by-anyone' }, 'test')
  const { id: staff } = await theatre.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const seller = { staff, role: 'manager', actor: { name: staffActor({ id: staff }) }, locale: 'en' } as const
  const at = (await openCounterPerformance(theatre, 'tonight'))!
  const [customerOne, customerTwo] = [await customerOf(theatre), await customerOf(theatre)]
  const holdAtDesk = async (seat: string, customer?: string) => {
    const basket = await ensureCounterBasket(theatre, { staff, customer, basket: undefined })
    const actor = { ...seller.actor, network: '2001:db8:5:aaaa::/64' }
    const holdResult = await holdAtCounter(theatre, basket, actor, at, [{ seat, priceType: 'full' }], {
      role: 'manager',
      reason: undefined,
    })
    return { basket, held: holdResult }
  }
  const { basket } = await holdAtDesk('stalls.Z.1', customerOne.id)
  const { version } = await readBasket(theatre, basket)
  expect(await sellAtCounter(shop, basket, seller, { version, way: 'cash', delivery: 'print' })).toMatchObject({ ok: true })

  const rows = 'ABCDEFGHIJKLMNOPQRSTUVWX'
  const holdEight = async (nth: number, customer_id?: string, isVerified = false) => {
    const seats = Array.from({ length: 8 }, (_, seat) => ({
      seat: `stalls.${rows[Math.floor(nth / 3)]}.${8 * (nth % 3) + seat + 1}`,
      priceType: 'full',
    }))
    const actor = { name: 'guest', network: `2001:db8:5:${nth.toString(16)}::/64`, isVerified }
    return addTickets(theatre, await openBasket(theatre.db, theatre.brand, { customer_id: customer_id ?? null }), actor, 'tonight', seats)
  }
  for (let nth = 0; nth < 30; nth++) expect(await holdEight(nth, undefined, true)).toMatchObject({ ok: true })
  expect(await holdEight(30, customerTwo.id)).toMatchObject({ ok: false, error: { code: 'bot-check-required' } })
  expect(await holdEight(30, customerTwo.id, true)).toMatchObject({ ok: false, error: { code: 'network-limit', params: { maximum: 240 } } })
  expect(await holdEight(30, customerOne.id)).toMatchObject({ ok: true })
  expect((await holdAtDesk('stalls.Z.2')).held).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})
