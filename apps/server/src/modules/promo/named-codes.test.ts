import { expect, it } from 'vitest'
import { transact } from '#db'
import { applyPromo, openBasket } from '#modules/basket'
import { changeOffer, createOffer, readOfferSales, readPlannedOffer } from '#modules/planning'
import type { NamedCode } from '@playhouse/domain/named-code'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { confirmPromo, releasePromo, reservePromo } from './index.ts'

const actor = { name: 'guest' }
const planner = { staff: null, actor }
const named = (code: string, maxUses: number | null = null): NamedCode => ({ code, maxUses, endsAt: null })
const planOf = (...codes: NamedCode[]): OfferPlan => ({
  ...{ name: 'An offer', startsAt: null, endsAt: null, maxUses: null, usesPerCustomer: null },
  ...(codes.length > 0 && { codes }),
  rule: { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent', percent: 10 } },
})

async function create(theatre: TestTheatre, ...codes: NamedCode[]): Promise<void> {
  expect(await createOffer(theatre, planner, 'OFFER', planOf(...codes), {})).toMatchObject({ ok: true })
}

async function newBuyer(theatre: TestTheatre) {
  const customer = (await customerOf(theatre)).id
  return { customer, basket: await openBasket(theatre.db, theatre.brand, { customer_id: customer }) }
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>

const reserve = ({ db }: TestTheatre, buyer: Buyer, namedCode: string) =>
  transact(db, (trx) => reservePromo(trx, 'OFFER', { ...buyer, namedCode }, actor))
const confirm = ({ db }: TestTheatre, buyer: Buyer, namedCode: string) =>
  transact(db, (trx) => confirmPromo(trx, { code: 'OFFER' }, { ...buyer, namedCode }, crypto.randomUUID(), actor))
const release = ({ db }: TestTheatre, { basket }: Buyer) => transact(db, (trx) => releasePromo(trx, basket, actor))
const usesOf = async (theatre: TestTheatre) =>
  Object.fromEntries((await readOfferSales(theatre, 'OFFER'))!.map(({ code, used, state }) => [code, [used, state]]))

it('gives the last uses of a code to as many concurrent payments, and counts those of the others', async () => {
  await using theatre = await openTestTheatre()
  await create(theatre, named('METRO', 3), named('TIMEOUT'))
  const buyers = await Promise.all(Array.from({ length: 24 }, () => newBuyer(theatre)))
  const results = await Promise.all(buyers.map((buyer, nth) => reserve(theatre, buyer, nth % 2 === 0 ? 'METRO' : 'TIMEOUT')))
  const reserved = (odd: number) => buyers.filter((_, nth) => nth % 2 === odd && results[nth])
  expect([reserved(0).length, reserved(1).length]).toEqual([3, 12])
  expect(await usesOf(theatre)).toEqual({ OFFER: [0, null], METRO: [3, 'used-up'], TIMEOUT: [12, 'active'] })
  const { used } = await theatre.db.selectFrom('promo').select('used').where('code', '=', 'OFFER').executeTakeFirstOrThrow()
  expect(used).toBe(15)
  await expectInvariants(theatre)

  // Failed payments return their uses while others reserve them.
  const late = await Promise.all(Array.from({ length: 6 }, () => newBuyer(theatre)))
  const outcomes = await Promise.all([
    ...reserved(0).map((buyer) => release(theatre, buyer)),
    ...late.map((buyer) => reserve(theatre, buyer, 'METRO')),
  ])
  const again = outcomes.filter((outcome) => outcome === true).length
  expect(again).toBeLessThanOrEqual(3)
  expect(await usesOf(theatre)).toMatchObject({ METRO: [again, again === 3 ? 'used-up' : 'active'] })
  await expectInvariants(theatre)
})

it('keeps the code of a payment that is in progress while it is withdrawn, and refunds a late one', async () => {
  await using theatre = await openTestTheatre()
  await create(theatre, named('METRO', 1), named('TIMEOUT'))
  const [first, second] = [await newBuyer(theatre), await newBuyer(theatre)]
  expect(await reserve(theatre, first, 'METRO')).toBe(true)
  expect(await reserve(theatre, first, 'METRO')).toBe(true)
  expect(await applyPromo(theatre, second.basket, actor, 'METRO')).toMatchObject({ error: { code: 'promo-not-recognised' } })
  expect(await changeOffer(theatre, planner, 'OFFER', { version: 1, offer: planOf() })).toMatchObject({ ok: true })
  expect(await usesOf(theatre)).toEqual({ OFFER: [0, null], METRO: [1, 'withdrawn'] })
  expect(await confirm(theatre, first, 'METRO')).toBe(true)
  expect(await confirm(theatre, second, 'METRO')).toBe(false)
  expect(await usesOf(theatre)).toEqual({ OFFER: [0, null], METRO: [1, 'withdrawn'] })
  await expectInvariants(theatre)
})

it('returns the use of a failed payment whose code was deleted meanwhile', async () => {
  await using theatre = await openTestTheatre()
  await create(theatre, named('METRO', 1))
  const [first, second] = [await newBuyer(theatre), await newBuyer(theatre)]
  expect(await reserve(theatre, first, 'METRO')).toBe(true)
  await release(theatre, first)
  expect(await reserve(theatre, second, 'METRO')).toBe(true)
  await release(theatre, second)
  expect(await changeOffer(theatre, planner, 'OFFER', { version: 1, offer: planOf() })).toMatchObject({ ok: true })
  expect(await usesOf(theatre)).toEqual({ OFFER: [0, null] })
  // A late payment finds no code, and its customer is refunded.
  expect(await confirm(theatre, first, 'METRO')).toBe(false)
  await expectInvariants(theatre)
})

it('of two offers that get the same new code at once, refuses the second', async () => {
  await using theatre = await openTestTheatre()
  for (const code of ['A1', 'B1']) expect(await createOffer(theatre, planner, code, planOf(), {})).toMatchObject({ ok: true })
  const results = await Promise.all(
    ['A1', 'B1'].map((code) => changeOffer(theatre, planner, code, { version: 1, offer: planOf(named('SAME')) })),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['offer.codes.0.code'] } } })
  const offers = await Promise.all(['A1', 'B1'].map((code) => readPlannedOffer(theatre, code)))
  expect(offers.flatMap((offer) => offer?.offer.codes ?? [])).toEqual([named('SAME')])
  await expectInvariants(theatre)
})
