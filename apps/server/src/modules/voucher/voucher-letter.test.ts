import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { processReturn } from '#modules/payment'
import { createSecretVault } from '#modules/staff'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { billing, createItemBuyer, selling, vouchers } from '../payment/testing/item-buyer.ts'
import { findVoucher, issueDueVouchers, markLetterSent, printLetter, readLetters, reissueVouchers, setVoucherBlocked } from './index.ts'

const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')
const { address } = billing
const posted = (quantity = 1) => ({ ...vouchers(25_00, quantity), delivery: 'post', address }) as const
const verbsOf = async ({ db }: TestTheatre) =>
  db.selectFrom('audit').select(['actor', 'verb']).where('subject', '=', 'voucher').orderBy('at').orderBy('id').execute()

describe('gift vouchers by post', () => {
  it('cost the fee of one letter, whose tax is due at the sale, and are worth only what they are sold for', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [posted(2)])
    expect((await buyer.read()).totals).toMatchObject({ total: 52_50, fees: 2_50, vat: 42 })
    expect((await buyer.read()).items).toMatchObject([{ amount: 52_50, fee: 2_50, detail: { address, postage: 2_50 } }])
    await buyer.pay()
    const { rows } = await sql<{ owed: number }>`select sum(balance)::int as owed from ledger_account where kind = 'gift-voucher'`.execute(
      theatre.db,
    )
    expect(rows).toEqual([{ owed: 50_00 }])
    await expectInvariants(theatre)
  })

  it('are not mailed, get their codes when they are printed, and leave the list when they are sent', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    const number = await (await createItemBuyer(theatre, [posted(2)])).pay()
    expect(await issueDueVouchers({ db, codeVault })).toBe(0)
    const [letter] = await readLetters(db)
    expect(letter).toMatchObject({ order: number, quantity: 2, value: 25_00, to: 'Nan', address, printedAt: null })
    const { item } = letter!
    const now = new Date().toISOString()
    expect(await markLetterSent(db, { item, printedAt: now }, actor), 'not printed').toBe(false)
    // It has waited for a month: its months begin with the letter.
    await sql`update ledger_account set expires_on = current_date + 30`.execute(db)
    const printed = await printLetter(db, item, actor)
    for (const { code } of printed) expect((await findVoucher(db, code))?.balance).toBe(25_00)
    const { rows } = await sql<{
      isLater: boolean
    }>`select bool_and(expires_on > current_date + 600) as "isLater" from ledger_account`.execute(db)
    expect(rows).toEqual([{ isLater: true }])
    for (const table of ['outbox', 'ledger_account', 'gift_voucher', 'order_item', 'audit']) {
      const { rows: stored } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(db)
      for (const { text } of stored) for (const { code } of printed) expect(text, table).not.toContain(code.slice(5))
    }
    const { printedAt } = (await readLetters(db))[0]!
    expect(await markLetterSent(db, { item, printedAt: printedAt! }, actor)).toBe(true)
    expect(await readLetters(db)).toEqual([])
    expect(await printLetter(db, item, actor), 'sent already').toEqual([])
    expect(await verbsOf(theatre)).toEqual(['print', 'print', 'post', 'post'].map((verb) => ({ actor: actor.name, verb })))
    await expectInvariants(theatre)
  })

  it('are recorded as sent once, and only with the codes of the last print', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    await (await createItemBuyer(theatre, [posted()])).pay()
    const { item } = (await readLetters(db))[0]!
    const print = async () => {
      const { code } = (await printLetter(db, item, actor))[0]!
      return { code, printedAt: (await readLetters(db))[0]!.printedAt! }
    }
    const first = await print()
    await sql`update gift_voucher set issued_at = issued_at - interval '1 minute'`.execute(db)
    const second = await print()
    expect(await findVoucher(db, first.code)).toBeUndefined()
    expect(await markLetterSent(db, { item, printedAt: new Date(Date.parse(first.printedAt) - 60_000).toISOString() }, actor)).toBe(false)
    const sent = await Promise.all(Array.from({ length: 4 }, () => markLetterSent(db, { item, printedAt: second.printedAt }, actor)))
    expect(sent.filter(Boolean)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('leave the list when they are returned, blocked or mailed instead', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    const buyer = await createItemBuyer(theatre, [posted(2)])
    const number = await buyer.pay()
    const { item } = (await readLetters(db))[0]!
    const all = { tickets: [], items: [item], to: 'origin', value: money(52_50), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(buyer.shop, number, all, actor)).toMatchObject({ ok: true, value: { card: 52_50 } })
    expect(await readLetters(db)).toEqual([])
    expect(await printLetter(db, item, actor)).toEqual([])

    const mailed = await (await createItemBuyer(theatre, [posted()])).pay()
    expect(await reissueVouchers(db, mailed, actor)).toBe(true)
    expect(await readLetters(db)).toEqual([])
    expect(await issueDueVouchers({ db, codeVault })).toBe(1)

    await (await createItemBuyer(theatre, [posted()])).pay()
    const { account_id: account } = await db
      .selectFrom('gift_voucher')
      .select('account_id')
      .where('to_post', '=', true)
      .where('issued_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await setVoucherBlocked(db, account, { isBlocked: true, reason: 'lost card' }, actor)
    expect(await readLetters(db)).toEqual([])
    await setVoucherBlocked(db, account, { isBlocked: false, reason: 'found' }, actor)
    expect(await readLetters(db)).toHaveLength(1)
    await expectInvariants(theatre)
  })
})
