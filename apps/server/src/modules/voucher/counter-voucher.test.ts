import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, applyVoucher, openBasket, readBasket } from '#modules/basket'
import { ensureCounterBasket, readSoldOrder, sellAtCounter } from '#modules/counter'
import { processReturn } from '#modules/payment'
import { createSecretVault } from '#modules/staff'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { openTestCounter, readTestTakings } from '../counter/testing/test-counter.ts'
import { gift, protection, selling, vouchers } from '../payment/testing/item-buyer.ts'
import {
  findVoucher,
  issueDueVouchers,
  readVoucherCard,
  mailNewCode,
  reissueVouchers,
  printNewOrderCodes,
  printNewCode,
  setVoucherBlocked,
} from './index.ts'

const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')
type Item = Parameters<typeof addItem>[3]

/** Sells items at the counter for cash. @returns the sale */
async function sellItems(
  theatre: TestTheatre,
  items: readonly Item[],
  how: { customer?: string; delivery?: 'print' | 'email'; seats?: string[] } = {},
) {
  const counter = await openTestCounter(theatre)
  const { shop, staff, actor, hold } = counter
  const { customer, delivery = 'print', seats = [] } = how
  const basket = seats.length > 0 ? await hold(customer, seats) : await ensureCounterBasket(theatre, { staff, customer, basket: undefined })
  for (const item of items) expect(await addItem(theatre, basket, actor, item)).toMatchObject({ ok: true })
  const { version } = await readBasket(theatre, basket)
  const sold = await sellAtCounter(shop, basket, { staff, role: 'manager', actor, locale: 'en' }, { version, way: 'cash', delivery })
  if (!sold.ok) throw new Error(sold.error.code)
  return { ...counter, sale: sold.value, number: sold.value.order }
}

describe('gift vouchers that are printed at the counter', () => {
  it('are not mailed, and get their codes when they are printed', async () => {
    await using theatre = await openTestTheatre(selling)
    const { number, sale, actor } = await sellItems(theatre, [vouchers(25_00, 2), vouchers(50_00)])
    expect(sale).toMatchObject({ vouchersToPrint: 3, tickets: 0, total: 100_00 })
    expect(await issueDueVouchers({ db: theatre.db, codeVault })).toBe(0)
    const { rows } = await sql`select from outbox where topic = 'mail.gift-voucher'`.execute(theatre.db)
    expect(rows).toEqual([])
    await expectInvariants(theatre)
    const printed = await printNewOrderCodes(theatre.db, number, actor)
    const balances = await Promise.all(printed.map(async ({ code }) => (await findVoucher(theatre.db, code))?.balance))
    expect(balances).toEqual([25_00, 25_00, 50_00])
    const trail = await theatre.db.selectFrom('audit').select(['actor', 'verb']).where('verb', '=', 'print-vouchers').execute()
    expect(trail).toEqual([{ actor: actor.name, verb: 'print-vouchers' }])
    for (const table of ['outbox', 'ledger_account', 'gift_voucher', 'audit']) {
      const { rows: stored } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(
        theatre.db,
      )
      for (const { text } of stored) for (const { code } of printed) expect(text, table).not.toContain(code.slice(5))
    }
    await expectInvariants(theatre)
  })

  it('lose the codes of an earlier print, and keep what is left on them', async () => {
    await using theatre = await openTestTheatre(selling)
    const { number, actor } = await sellItems(theatre, [vouchers(25_00)])
    const [first] = await printNewOrderCodes(theatre.db, number, actor)
    const [second] = await printNewOrderCodes(theatre.db, number, actor)
    expect(await findVoucher(theatre.db, first!.code)).toBeUndefined()
    expect(await findVoucher(theatre.db, second!.code)).toMatchObject({ balance: 25_00 })
    expect(await reissueVouchers(theatre.db, number, actor), 'no address').toBe(false)
    await expectInvariants(theatre)
  })

  it('are mailed to a customer who does not want them printed, and can be mailed to one who lost the paper', async () => {
    await using theatre = await openTestTheatre(selling)
    const customer = (await customerOf(theatre)).id
    const mailed = await sellItems(theatre, [vouchers(25_00)], { customer, delivery: 'email' })
    expect(mailed.sale.vouchersToPrint).toBe(0)
    expect(await issueDueVouchers({ db: theatre.db, codeVault })).toBe(1)
    const printed = await sellAgain(theatre, mailed, customer)
    const [paper] = await printNewOrderCodes(theatre.db, printed, mailed.actor)
    expect(await reissueVouchers(theatre.db, printed, mailed.actor)).toBe(true)
    expect(await findVoucher(theatre.db, paper!.code)).toBeUndefined()
    expect(await issueDueVouchers({ db: theatre.db, codeVault })).toBe(1)
    await expectInvariants(theatre)
  })

  it('have no code to print after their return', async () => {
    await using theatre = await openTestTheatre(selling)
    const { number, actor, shop } = await sellItems(theatre, [vouchers(25_00), gift(5_00)])
    const [paper] = await printNewOrderCodes(theatre.db, number, actor)
    const { itemWorth } = (await readSoldOrder(shop, number, 'manager'))!
    const { item } = itemWorth.find(({ value }) => value === 25_00)!
    const back = { tickets: [], items: [item], to: 'origin', value: money(25_00), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(shop, number, back, actor)).toMatchObject({ ok: true, value: { cash: 25_00 } })
    expect(await findVoucher(theatre.db, paper!.code)).toBeUndefined()
    expect(await printNewOrderCodes(theatre.db, number, actor)).toEqual([])
    await expectInvariants(theatre)
  })
})

describe('a mailed gift voucher that is printed at the counter', () => {
  const printedMails = async ({ db }: TestTheatre) =>
    (await sql<{ item: string }>`select payload ->> 'item' as item from outbox where topic = 'mail.voucher-printed'`.execute(db)).rows

  it('is announced to the address of the mailed code, which is blocked', async () => {
    await using theatre = await openTestTheatre(selling)
    const { number, actor } = await sellItems(theatre, [{ ...vouchers(25_00, 2), delivery: 'email', email: 'nan@example.org' }])
    expect(await issueDueVouchers({ db: theatre.db, codeVault })).toBe(1)
    expect(await printedMails(theatre)).toEqual([])
    const printed = await printNewOrderCodes(theatre.db, number, actor)
    expect(printed).toHaveLength(2)
    expect(await printedMails(theatre), 'one mail for both').toEqual([{ item: printed[0]!.item }])
    await printNewCode(theatre.db, (await findVoucher(theatre.db, printed[0]!.code))!.account, actor)
    expect(await printedMails(theatre)).toHaveLength(2)
    await expectInvariants(theatre)
  })

  it('is not announced where no code was mailed', async () => {
    await using theatre = await openTestTheatre(selling)
    const customer = (await customerOf(theatre)).id
    const { number, actor } = await sellItems(theatre, [vouchers(25_00)], { customer })
    for (let nth = 0; nth < 2; nth++) expect(await printNewOrderCodes(theatre.db, number, actor)).toHaveLength(1)
    expect(await printedMails(theatre)).toEqual([])
  })
})

describe('a lost gift voucher', () => {
  it('cannot be spent while it is blocked, leaves open baskets, and has its balance when it is unblocked', async () => {
    await using theatre = await openTestTheatre(selling)
    const { number, actor } = await sellItems(theatre, [vouchers(25_00)])
    const [paper] = await printNewOrderCodes(theatre.db, number, actor)
    const { account } = (await findVoucher(theatre.db, paper!.code))!
    const basket = await openBasket(theatre.db, theatre.brand)
    await addItem(theatre, basket, actor, gift(10_00))
    await applyVoucher(theatre, basket, actor, paper!.code)
    const set = (isBlocked: boolean, reason: string) => setVoucherBlocked(theatre.db, account, { isBlocked, reason }, actor)
    expect(await set(true, 'lost')).toBe(true)
    expect(await set(true, 'lost again'), 'twice').toBe(false)
    expect(await findVoucher(theatre.db, paper!.code)).toBeUndefined()
    expect(await readBasket(theatre, basket)).toMatchObject({ giftVouchers: [], totals: { leftToPay: 10_00 } })
    expect(await applyVoucher(theatre, basket, actor, paper!.code)).toMatchObject({ ok: false })
    expect(await printNewCode(theatre.db, account, actor)).toEqual([])
    expect(await set(false, 'found')).toBe(true)
    expect(await findVoucher(theatre.db, paper!.code)).toMatchObject({ balance: 25_00 })
    const card = await readVoucherCard(theatre.db, { voucher: account }, 'manager')
    expect(card!.entries.map(({ verb, who, reason, amount }) => [verb, who, reason, amount])).toEqual([
      ['unblock', 'Max', 'found', null],
      ['block', 'Max', 'lost', null],
      ['print-vouchers', 'Max', null, null],
      ['sold', 'Max', null, 25_00],
    ])
    await expectInvariants(theatre)
  })

  it('gets a new code alone, without the other vouchers of its order', async () => {
    await using theatre = await openTestTheatre(selling)
    const customer = (await customerOf(theatre)).id
    const { number, actor } = await sellItems(theatre, [vouchers(25_00, 2)], { customer })
    const [lost, other] = await printNewOrderCodes(theatre.db, number, actor)
    const { account } = (await findVoucher(theatre.db, lost!.code))!
    const [printed] = await printNewCode(theatre.db, account, actor)
    expect(await findVoucher(theatre.db, lost!.code)).toBeUndefined()
    expect(await findVoucher(theatre.db, printed!.code)).toMatchObject({ account, balance: 25_00 })
    expect(await mailNewCode(theatre.db, account, actor)).toBe(true)
    expect(await findVoucher(theatre.db, printed!.code)).toBeUndefined()
    expect(await issueDueVouchers({ db: theatre.db, codeVault })).toBe(1)
    expect(await findVoucher(theatre.db, other!.code)).toMatchObject({ balance: 25_00 })
    await expectInvariants(theatre)
  })

  it('stays blocked after its return', async () => {
    await using theatre = await openTestTheatre(selling)
    const { number, actor, shop } = await sellItems(theatre, [vouchers(25_00), gift(5_00)])
    const [paper] = await printNewOrderCodes(theatre.db, number, actor)
    const { account } = (await findVoucher(theatre.db, paper!.code))!
    await setVoucherBlocked(theatre.db, account, { isBlocked: true, reason: 'lost' }, actor)
    const { itemWorth } = (await readSoldOrder(shop, number, 'manager'))!
    const { item } = itemWorth.find(({ value }) => value === 25_00)!
    const back = { tickets: [], items: [item], to: 'origin', value: money(25_00), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(shop, number, back, actor)).toMatchObject({ ok: true, value: { cash: 25_00 } })
    expect(await setVoucherBlocked(theatre.db, account, { isBlocked: false, reason: 'found' }, actor)).toBe(false)
    expect(await readVoucherCard(theatre.db, { voucher: account }, 'manager')).toMatchObject({ state: 'returned', balance: 0 })
    await expectInvariants(theatre)
  })
})

async function sellAgain(
  theatre: TestTheatre,
  { shop, staff, actor }: Awaited<ReturnType<typeof openTestCounter>>,
  customer: string,
): Promise<string> {
  const basket = await ensureCounterBasket(theatre, { staff, customer, basket: undefined })
  await addItem(theatre, basket, actor, vouchers(25_00))
  const { version } = await readBasket(theatre, basket)
  const sold = await sellAtCounter(
    shop,
    basket,
    { staff, role: 'manager', actor, locale: 'en' },
    { version, way: 'cash', delivery: 'print' },
  )
  return sold.ok ? sold.value.order : ''
}

it('lists what the counter sold by kind, which adds up to what was paid', async () => {
  await using theatre = await openTestTheatre(selling)
  const items = [gift(20_00), gift(3_00, 'roof'), vouchers(25_00, 2), protection]
  await sellItems(theatre, items, { seats: ['A.1', 'A.2'] })
  const { kinds, people } = await readTestTakings(theatre)
  const inCash = (kind: string, count: number, amount: number) => ({ kind, count, amount, tenders: [{ tender: 'cash', amount }] })
  expect(kinds).toEqual([
    inCash('ticket', 2, 90_00),
    inCash('donation', 2, 23_00),
    inCash('refund-protection', 1, 5_00),
    inCash('gift-voucher', 2, 50_00),
  ])
  const paid = people.reduce((sum, { cashIn, cardIn, otherIn }) => sum + cashIn + cardIn + otherIn, 0)
  expect(kinds.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid)
  expect((await readTestTakings(theatre, '00000000-0000-4000-8000-000000000009')).kinds).toEqual([])
})
