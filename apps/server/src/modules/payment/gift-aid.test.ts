import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { money } from '@playhouse/domain/money'
import { addItem, adoptBasket, removeItem, setGiftAid } from '#modules/basket'
import { declareAccountGiftAid, readAccountGiftAid } from '#modules/consent'
import { recordDonation } from '#modules/giving'
import { customerOf, openTestTheatre } from '#testing'
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
    if (response !== undefined) await setGiftAid(theatre, buyer.basket, actor, customer.id, response)
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
  await setGiftAid(theatre, buyer.basket, actor, customer.id, false)
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
