import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { processReturn, readReturnOffer, refundOrder } from '#modules/payment'
import { createSecretVault } from '#modules/staff'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { billing, createItemBuyer, selling, vouchers } from '../payment/testing/item-buyer.ts'
import {
  findVoucher,
  issueDueVouchers,
  markLetterSent,
  printLetter,
  printNewCode,
  printNewOrderCodes,
  readLetters,
  reissueVouchers,
  setVoucherBlocked,
} from './index.ts'

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
    await sql`update gift_voucher set letter_printed_at = letter_printed_at - interval '1 minute'`.execute(db)
    const second = await print()
    expect(await findVoucher(db, first.code)).toBeUndefined()
    expect(await markLetterSent(db, { item, printedAt: new Date(Date.parse(first.printedAt) - 60_000).toISOString() }, actor)).toBe(false)
    const sent = await Promise.all(Array.from({ length: 4 }, () => markLetterSent(db, { item, printedAt: second.printedAt }, actor)))
    expect(sent.filter(Boolean)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('are recorded as sent only where all vouchers of the letter have the codes of its print', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    await (await createItemBuyer(theatre, [posted(3)])).pay()
    const { item } = (await readLetters(db))[0]!
    const printed = await printLetter(db, item, actor)
    const { printedAt } = (await readLetters(db))[0]!
    const { account } = (await findVoucher(db, printed[1]!.code))!
    await printNewCode(db, account, actor)
    expect(await readLetters(db)).toMatchObject([{ quantity: 3, printedAt: null }])
    expect(await markLetterSent(db, { item, printedAt: printedAt! }, actor)).toBe(false)
    const set = (isBlocked: boolean) => setVoucherBlocked(db, account, { isBlocked, reason: 'lost' }, actor)
    await set(true)
    expect(await printLetter(db, item, actor)).toHaveLength(2)
    expect(await readLetters(db)).toMatchObject([{ quantity: 2, printedAt: expect.any(String) }])
    await set(false)
    expect(await readLetters(db)).toMatchObject([{ quantity: 3, printedAt: null }])
    // Three staff users block, print and record it: no deadlock, and no letter with a dead code is sent.
    await printLetter(db, item, actor)
    const last = (await readLetters(db))[0]!.printedAt!
    const [isSent] = await Promise.all([markLetterSent(db, { item, printedAt: last }, actor), set(true), printLetter(db, item, actor)])
    const { rows } = await sql<{ isPosted: boolean }>`
      select posted_at is not null as "isPosted" from gift_voucher where account_id <> ${account}::uuid`.execute(db)
    expect(rows.map(({ isPosted }) => isPosted)).toEqual([isSent, isSent])
    await expectInvariants(theatre)
  })

  it.each(['list', 'order', 'voucher'] as const)(
    'are valid for their months from each print before they are sent: printed from the page of the %s',
    async (page) => {
      await using theatre = await openTestTheatre(selling)
      const { db } = theatre
      const number = await (await createItemBuyer(theatre, [posted()])).pay()
      const { item } = (await readLetters(db))[0]!
      const { account_id: account } = await db.selectFrom('gift_voucher').select('account_id').executeTakeFirstOrThrow()
      const print = () =>
        page === 'list'
          ? printLetter(db, item, actor)
          : page === 'order'
            ? printNewOrderCodes(db, number, actor)
            : printNewCode(db, account, actor)
      const daysLeft = async () => {
        const { rows } = await sql<{ days: number }>`
          select a.expires_on - (current_date + interval '24 months')::date as days from ledger_account a`.execute(db)
        return rows[0]!.days
      }
      await sql`update ledger_account set expires_on = expires_on - 30`.execute(db)
      await print()
      // The zone of the theatre may have another date than the database.
      expect(Math.abs(await daysLeft())).toBeLessThanOrEqual(1)
      const { printedAt } = (await readLetters(db))[0]!
      expect(await markLetterSent(db, { item, printedAt: printedAt! }, actor)).toBe(true)
      await sql`update ledger_account set expires_on = expires_on - 30`.execute(db)
      expect(await printNewCode(db, account, actor), 'lost in the post').toHaveLength(1)
      expect(await daysLeft(), 'its last day stays').toBeLessThan(-20)
      await expectInvariants(theatre)
    },
  )

  it('are returned without their postage once their letter was sent, and one of several letters with its own', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    const buyer = await createItemBuyer(theatre, [posted(2), posted()])
    const number = await buyer.pay()
    const [sent, waiting] = await readLetters(db)
    await printLetter(db, sent!.item, actor)
    const { printedAt } = (await readLetters(db))[0]!
    expect(await markLetterSent(db, { item: sent!.item, printedAt: printedAt! }, actor)).toBe(true)
    const offer = (await readReturnOffer(buyer.shop, buyer.customer.id, number))!
    expect(offer).toMatchObject({
      remaining: 77_50,
      items: [
        { value: 50_00, keptPostage: 2_50 },
        { value: 27_50, keptPostage: 0 },
      ],
    })
    const giveBack = (item: string, value: number) =>
      processReturn(
        buyer.shop,
        number,
        { tickets: [], items: [item], to: 'origin', value: money(value), reason: 'asked', isLateAllowed: true },
        actor,
      )
    expect(await giveBack(sent!.item, 52_50)).toMatchObject({ error: { code: 'price-changed' } })
    expect(await giveBack(sent!.item, 50_00)).toMatchObject({ ok: true, value: { card: 50_00 } })
    await expectInvariants(theatre)
    const more = { amount: money(27_51), reason: 'asked' }
    expect(await refundOrder(buyer.shop, number, more, actor)).toMatchObject({ error: { code: 'invalid-input' } })
    expect(await giveBack(waiting!.item, 27_50)).toMatchObject({ ok: true, value: { card: 27_50 } })
    const { state } = await db.selectFrom('customer_order').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('returned')
    await expectInvariants(theatre)
  })

  it('leave the list when they are returned or blocked, and stay there when the codes of their order are mailed', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    const buyer = await createItemBuyer(theatre, [posted(2)])
    const number = await buyer.pay()
    const { item } = (await readLetters(db))[0]!
    const all = { tickets: [], items: [item], to: 'origin', value: money(52_50), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(buyer.shop, number, all, actor)).toMatchObject({ ok: true, value: { card: 52_50 } })
    expect(await readLetters(db)).toEqual([])
    expect(await printLetter(db, item, actor)).toEqual([])

    const waiting = await (await createItemBuyer(theatre, [posted()])).pay()
    expect(await reissueVouchers(db, waiting, actor)).toBe(false)
    const mixed = await (await createItemBuyer(theatre, [posted(), vouchers(10_00)])).pay()
    expect(await issueDueVouchers({ db, codeVault })).toBe(1)
    expect(await reissueVouchers(db, mixed, actor), 'those beside the letter').toBe(true)
    expect(await issueDueVouchers({ db, codeVault })).toBe(1)
    expect(await readLetters(db)).toMatchObject([{ order: waiting }, { order: mixed }])

    await (await createItemBuyer(theatre, [posted()])).pay()
    const { account_id: account } = await db
      .selectFrom('gift_voucher')
      .select('account_id')
      .where('to_post', '=', true)
      .where('issued_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await setVoucherBlocked(db, account, { isBlocked: true, reason: 'lost card' }, actor)
    expect(await readLetters(db)).toHaveLength(2)
    await setVoucherBlocked(db, account, { isBlocked: false, reason: 'found' }, actor)
    expect(await readLetters(db)).toHaveLength(3)
    await expectInvariants(theatre)
  })
})
