import { expect, it } from 'vitest'
import { transact } from '#db'
import { applyPromo, openBasket } from '#modules/basket'
import { createOfferCodes, readOfferCodes, withdrawOfferCodes } from '#modules/planning'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { announcePromo, confirmPromo, releasePromo, reservePromo } from './index.ts'

const actor = { name: 'guest' }
const planner = { staff: null, actor }
const rule = {
  ...{ opensPriority: false, opensPriceTypes: [], singleUse: true as const },
  discount: { kind: 'percent' as const, percent: 10 },
}

async function announceCodes(theatre: TestTheatre, count: number): Promise<string[]> {
  await announcePromo(theatre.db, { code: 'OFFER', name: 'An offer', rule }, actor)
  const created = await createOfferCodes(theatre, planner, 'OFFER', { count, prefix: '' })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  return created.value.codes
}

async function newBuyer(theatre: TestTheatre) {
  const customer = (await customerOf(theatre)).id
  return { customer, basket: await openBasket(theatre.db, theatre.brand, { customer_id: customer }) }
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>

const reserve = ({ db }: TestTheatre, buyer: Buyer, singleUse: string) =>
  transact(db, (trx) => reservePromo(trx, 'OFFER', { ...buyer, singleUse }, actor))
const confirm = ({ db }: TestTheatre, buyer: Buyer, singleUse: string) =>
  transact(db, (trx) => confirmPromo(trx, { code: 'OFFER' }, { ...buyer, singleUse }, crypto.randomUUID(), actor))
const statesOf = async (theatre: TestTheatre) => {
  const codes = (await readOfferCodes(theatre, 'OFFER')) ?? []
  return Object.fromEntries(codes.map(({ code, state }) => [code, state]))
}

it('gives a code to one of many concurrent payments, and counts the uses of the offer', async () => {
  await using theatre = await openTestTheatre()
  const codes = (await announceCodes(theatre, 4)) as [string, string, string, string]
  const buyers = await Promise.all(Array.from({ length: 24 }, () => newBuyer(theatre)))
  const results = await Promise.all(buyers.map((buyer, nth) => reserve(theatre, buyer, codes[nth % 3]!)))
  for (const code of [0, 1, 2]) expect(results.filter((isReserved, nth) => isReserved && nth % 3 === code)).toHaveLength(1)
  expect(await statesOf(theatre)).toEqual({ [codes[0]]: 'reserved', [codes[1]]: 'reserved', [codes[2]]: 'reserved', [codes[3]]: 'free' })
  const { used } = await theatre.db.selectFrom('promo').select('used').where('code', '=', 'OFFER').executeTakeFirstOrThrow()
  expect(used).toBe(3)
  await expectInvariants(theatre)
})

it('frees the code of a failed payment, and refunds a late one whose code another order has used meanwhile', async () => {
  await using theatre = await openTestTheatre()
  const [code] = (await announceCodes(theatre, 1)) as [string]
  const [first, second] = [await newBuyer(theatre), await newBuyer(theatre)]
  expect(await reserve(theatre, first, code)).toBe(true)
  expect(await reserve(theatre, first, code)).toBe(true)
  expect(await applyPromo(theatre, second.basket, actor, code)).toMatchObject({ error: { code: 'promo-not-recognised' } })
  await transact(theatre.db, (trx) => releasePromo(trx, first.basket, actor))
  expect(await statesOf(theatre)).toEqual({ [code]: 'free' })
  await expectInvariants(theatre)
  expect(await confirm(theatre, second, code)).toBe(true)
  expect(await statesOf(theatre)).toEqual({ [code]: 'used' })
  expect(await confirm(theatre, first, code)).toBe(false)
  await expectInvariants(theatre)
})

it('withdraws no code that a payment has, and reserves none that is withdrawn', async () => {
  await using theatre = await openTestTheatre()
  const [paid, free] = (await announceCodes(theatre, 2)) as [string, string]
  const [first, second] = [await newBuyer(theatre), await newBuyer(theatre)]
  expect(await reserve(theatre, first, paid)).toBe(true)
  const ids = (await readOfferCodes(theatre, 'OFFER'))!.map(({ id }) => id)
  expect(await withdrawOfferCodes(theatre, planner, 'OFFER', { codes: ids })).toMatchObject({ value: { withdrawn: 1 } })
  expect(await statesOf(theatre)).toEqual({ [paid]: 'reserved', [free]: 'withdrawn' })
  expect(await reserve(theatre, second, free)).toBe(false)
  expect(await confirm(theatre, first, paid)).toBe(true)
  await expectInvariants(theatre)
})
