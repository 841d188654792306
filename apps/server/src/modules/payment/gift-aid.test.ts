import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { money } from '@playhouse/domain/money'
import { addItem, adoptBasket, removeItem, setGiftAid } from '#modules/basket'
import { itemModules } from '#modules/item'
import { declareAccountGiftAid, readAccountGiftAid } from '#modules/consent'
import { listClaimableDonations, recordDonation } from '#modules/giving'
import { addAddress } from '#modules/address'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { transact } from '#db'
import { checkPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

const fund = { fund: 'stage', name: 'The stage fund', body: '', presets: [money(10_00)] }
const limits = { least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) }
const donation = { kind: 'donation', fund: 'stage', appeal: null, amount: money(10_03) } as const
const gift = { ...donation, recognitionName: null, isAnonymous: false, tributeName: null }

async function open() {
  const theatre = await openTestTheatre((brand) => ({
    ...brand,
    features: { ...brand.features, donations: true, giftAid: true },
    giving: [{ ...fund, ...limits }],
  }))
  const manual = openManualProvider(theatre)
  const customer = await customerOf(theatre)
  const donate = async (seat: string, response?: boolean) => {
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, [seat], customer)
    await addItem(theatre, buyer.basket, actor, gift)
    if (response !== undefined) await setGiftAid(theatre, buyer.basket, actor, customer.id, { isDeclared: response })
    const shown = (await buyer.read()).giftAid
    const startResult = await buyer.start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    manual.end(startResult.value.payment, 'succeeded')
    await checkPayment(manual.shop, customer.id, startResult.value.payment, actor)
    return shown
  }
  const claimed = async () =>
    (await theatre.db.selectFrom('donation').select('gift_aid').orderBy('given_at').execute()).map(({ gift_aid }) => gift_aid)
  return { theatre, manual, customer, give: donate, claimed }
}

it('applies the account’s declaration to later donations, until it is withdrawn', async () => {
  const { theatre, customer, give: donate, claimed } = await open()
  await using _ = theatre
  expect(await donate('A.1')).toEqual({ isDeclared: false, amount: 2_50 })
  await declareAccountGiftAid(theatre.db, customer.id, true)
  expect(await donate('A.3')).toEqual({ isDeclared: true, amount: 2_50 })
  await declareAccountGiftAid(theatre.db, customer.id, false)
  expect(await donate('A.5')).toEqual({ isDeclared: false, amount: 2_50 })
  expect(await claimed()).toEqual([2_50, 2_50, 0])
})

it('prefers the answer for this order to the declaration, and leaves the declaration unchanged', async () => {
  const { theatre, customer, give: donate, claimed } = await open()
  await using _ = theatre
  await declareAccountGiftAid(theatre.db, customer.id, true)
  expect(await donate('A.1', false)).toEqual({ isDeclared: false, amount: 2_50 })
  expect((await readAccountGiftAid(theatre.db, customer.id))?.isDeclared).toBe(true)
  expect(await donate('A.3')).toEqual({ isDeclared: true, amount: 2_50 })
  await declareAccountGiftAid(theatre.db, customer.id, false)
  expect(await donate('A.5', true)).toEqual({ isDeclared: true, amount: 2_50 })
  expect(await donate('A.7')).toEqual({ isDeclared: false, amount: 2_50 })
  expect(await claimed()).toEqual([0, 2_50, 2_50, 0])
})

it('marks donations of the past four years with a declaration of the account, and no older ones', async () => {
  const { theatre, customer, claimed } = await open()
  await using _ = theatre
  const otherCustomer = await customerOf(theatre)
  const before = async (age: string) => (await sql<{ at: Date }>`select now() - ${age}::interval as at`.execute(theatre.db)).rows[0]!.at
  for (const age of ['4 years 1 day', '3 years 364 days', '1 day']) {
    const givenAt = await before(age)
    await transact(theatre.db, (trx) =>
      recordDonation(trx, customer.id, { fund: 'The stage fund', appeal: null, amount: money(9_99), givenAt }),
    )
  }
  await transact(theatre.db, (trx) => recordDonation(trx, otherCustomer.id, { fund: 'The stage fund', appeal: null, amount: money(9_99) }))
  await declareAccountGiftAid(theatre.db, customer.id, true)
  expect(await claimed()).toEqual([0, 2_49, 2_49, 0])
})

it('applies to a basket that its customer adopts at sign-in, and deletes an answer with its donation', async () => {
  const { theatre, manual, customer } = await open()
  await using _ = theatre
  await declareAccountGiftAid(theatre.db, customer.id, true)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'])
  await theatre.db.updateTable('basket').set({ customer_id: null }).where('id', '=', buyer.basket).execute()
  await addItem(theatre, buyer.basket, actor, gift)
  expect((await buyer.read()).giftAid?.isDeclared).toBe(false)
  await adoptBasket(theatre, customer.id, buyer.basket, actor)
  expect((await buyer.read()).giftAid?.isDeclared).toBe(true)
  await setGiftAid(theatre, buyer.basket, actor, customer.id, { isDeclared: false })
  expect((await buyer.read()).giftAid?.isDeclared).toBe(false)
  await removeItem(theatre, buyer.basket, actor, (await buyer.read()).items[0]!.id)
  await addItem(theatre, buyer.basket, actor, gift)
  expect((await buyer.read()).giftAid?.isDeclared).toBe(true)
})

it('applies the declaration to a basket whose donation was added by a version without the answer column', async () => {
  const { theatre, manual, customer } = await open()
  await using _ = theatre
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'], customer)
  await addItem(theatre, buyer.basket, actor, gift)
  await sql`update basket set gift_aid = default`.execute(theatre.db)
  const { rows } = await sql`select gift_aid, gift_aid_answer from basket`.execute(theatre.db)
  expect(rows).toEqual([{ gift_aid: false, gift_aid_answer: null }])
  await declareAccountGiftAid(theatre.db, customer.id, true)
  expect((await buyer.read()).giftAid?.isDeclared).toBe(true)
})

const home = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
const claimable = async ({ db }: TestTheatre) => {
  const [from, until] = [new Date(0), new Date('2999-01-01')]
  return (await listClaimableDonations(db, { from, until })).map(({ amount, giftAid, lastName, postcode }) => ({
    amount,
    giftAid,
    lastName,
    postcode,
  }))
}

it.each([
  { answer: undefined, isClaimed: false },
  { answer: true, isClaimed: true },
])('claims by the answer %j for this order after the account’s declaration is withdrawn while the payment is open', async (one) => {
  const { theatre, manual, customer, claimed } = await open()
  await using _ = theatre
  await declareAccountGiftAid(theatre.db, customer.id, true)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'], customer)
  await addItem(theatre, buyer.basket, actor, gift)
  if (one.answer) await setGiftAid(theatre, buyer.basket, actor, customer.id, { isDeclared: true })
  expect((await buyer.read()).giftAid?.isDeclared).toBe(true)
  const started = await buyer.start()
  if (!started.ok) throw new Error(started.error.code)
  await declareAccountGiftAid(theatre.db, customer.id, false)
  manual.end(started.value.payment, 'succeeded')
  await checkPayment(manual.shop, customer.id, started.value.payment, actor)
  expect(await claimed()).toEqual([one.isClaimed ? 2_50 : 0])
  expect((await claimable(theatre)).map(({ giftAid }) => giftAid)).toEqual(one.isClaimed ? [2_50] : [])
})

it('lists what can be claimed: donations that a declaration covers, with name and address, and no refunded ones', async () => {
  const { theatre, customer, give, claimed } = await open()
  await using _ = theatre
  await give('A.1')
  await give('A.3', false)
  expect(await claimable(theatre)).toEqual([])
  await declareAccountGiftAid(theatre.db, customer.id, true, '2026-11-later')
  expect(await claimable(theatre), 'only from now on').toEqual([])
  await give('A.5')
  const one = { amount: 10_03, giftAid: 2_50, lastName: expect.any(String), postcode: 'SE1 9PH' }
  expect(await claimable(theatre)).toEqual([one])
  await declareAccountGiftAid(theatre.db, customer.id, true)
  expect(await claimable(theatre), 'the past four years').toEqual([one, one, one])
  expect(await claimed()).toEqual([2_50, 2_50, 2_50])

  await transact(theatre.db, (trx) => recordDonation(trx, customer.id, { fund: 'The stage fund', appeal: null, amount: money(8_00) }))
  expect(await claimable(theatre), 'a gift without an order waits for a home address').toHaveLength(3)
  await addAddress(theatre.db, customer.id, { ...home, postcode: 'KT1 1AA', isPrimary: true, isBilling: false, isDelivery: false }, actor)
  expect((await claimable(theatre)).map(({ amount, postcode }) => [amount, postcode])).toEqual([
    [10_03, 'KT1 1AA'],
    [10_03, 'KT1 1AA'],
    [10_03, 'KT1 1AA'],
    [8_00, 'KT1 1AA'],
  ])

  const sold = await theatre.db
    .selectFrom('order_item')
    .innerJoin('customer_order as o', 'o.id', 'order_item.order_id')
    .select(['order_item.id', 'order_item.name', 'order_item.product', 'order_item.quantity', 'o.id as order'])
    .executeTakeFirstOrThrow()
  await transact(theatre.db, (trx) => itemModules.donation.giveBack!(trx, sold, actor))
  expect(await claimable(theatre), 'without the refunded one').toHaveLength(3)
})

const addHome = async ({ db }: TestTheatre, customer: string, postcode: string, line1 = home.line1) => {
  const added = await addAddress(db, customer, { ...home, line1, postcode, isPrimary: true, isBilling: false, isDelivery: false }, actor)
  expect(added).toMatchObject({ ok: true })
}

it('claims by the name and the address that were stored with each declaration, whatever changes later', async () => {
  const { theatre, customer, give } = await open()
  await using _ = theatre
  await addHome(theatre, customer.id, 'KT1 1AA')
  await declareAccountGiftAid(theatre.db, customer.id, true, '2026-11-later')
  await give('A.1')
  await addHome(theatre, customer.id, 'BS1 4ED', '2 King Street')
  await theatre.db.updateTable('customer').set({ last_name: 'Married' }).where('id', '=', customer.id).execute()
  await give('A.3')
  const old = { ...{ amount: 10_03, giftAid: 2_50 }, lastName: customer.last_name, postcode: 'KT1 1AA' }
  expect(await claimable(theatre)).toEqual([old, old])
  expect(await readAccountGiftAid(theatre.db, customer.id)).toMatchObject({
    donor: { firstName: customer.first_name, lastName: customer.last_name, address: { ...home, postcode: 'KT1 1AA' } },
  })
  await declareAccountGiftAid(theatre.db, customer.id, true, '2026-11-later')
  await give('A.5')
  expect(await claimable(theatre)).toEqual([old, old, { ...old, lastName: 'Married', postcode: 'BS1 4ED' }])
  await declareAccountGiftAid(theatre.db, customer.id, false)
  expect(await readAccountGiftAid(theatre.db, customer.id)).toMatchObject({ isDeclared: false, donor: null })
  expect(await claimable(theatre), 'after the withdrawal').toHaveLength(3)
})

it('keeps the address of the account with the answer for an order', async () => {
  const { theatre, customer, give } = await open()
  await using _ = theatre
  await addHome(theatre, customer.id, 'KT1 1AA')
  await give('A.1', true)
  await addHome(theatre, customer.id, 'BS1 4ED')
  expect(await claimable(theatre)).toMatchObject([{ postcode: 'KT1 1AA' }])
})

it('declares at the account from the checkout, for the past four years too, and not for guests or without an address', async () => {
  const { theatre, manual, customer, give, claimed } = await open()
  await using _ = theatre
  await give('A.1')
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.3'], customer)
  await addItem(theatre, buyer.basket, actor, gift)
  const declare = (by = customer.id) => setGiftAid(theatre, buyer.basket, actor, by, { isDeclared: true, wording: '2026-01' })
  expect(await declare()).toMatchObject({ error: { code: 'gift-aid-address-required' } })
  const { id: guest } = await customerOf(theatre)
  await theatre.db.updateTable('customer').set({ is_guest: true }).where('id', '=', guest).execute()
  expect(await declare(guest)).toMatchObject({ error: { code: 'login-required' } })
  expect(await claimed()).toEqual([0])
  await addHome(theatre, customer.id, 'KT1 1AA')
  expect(await declare()).toMatchObject({ ok: true })
  expect(await declare()).toMatchObject({ ok: true })
  expect(await theatre.db.selectFrom('gift_aid_declaration').select('wording').execute()).toEqual([{ wording: '2026-01' }])
  expect((await buyer.read()).giftAid).toEqual({ isDeclared: true, amount: 2_50 })
  expect(await claimed(), 'the earlier donation').toEqual([2_50])
  await declareAccountGiftAid(theatre.db, customer.id, false)
  expect((await buyer.read()).giftAid?.isDeclared, 'withdrawn before the payment').toBe(false)
})
