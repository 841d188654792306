import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { newId, transact } from '#db'
import { giveCredit, expireCredit, readCredit } from '#modules/credit'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { post, reserve, releaseReserved, today } from './index.ts'

const actor = { name: 'box office' }

/** Creates payment attempts of separate baskets. */
async function attemptsOf(theatre: TestTheatre, count: number): Promise<string[]> {
  const { id: customer } = await customerOf(theatre)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [basket, attempt] = [newId(), newId()]
      await sql`insert into basket (id, state, delivery, notes) values (${basket}, 'open', '{}', '{}')`.execute(theatre.db)
      await sql`insert into payment_attempt (id, basket_id, customer_id, provider, state, amount, currency, quote, quote_hash, locale, pay_until)
        values (${attempt}, ${basket}, ${customer}, 'none', 'redirected', 0, 'GBP', '{"totals": {"leftToPay": 0}}', '', 'en', now() + interval '1 hour')`.execute(
        theatre.db,
      )
      return attempt
    }),
  )
}

describe('the ledger', () => {
  it('is never spent beyond its balance by 64 concurrent attempts', async () => {
    await using theatre = await openTestTheatre()
    await issueVoucher(theatre.db, { amount: money(50_00), code: 'AAAA-BBBBBBB' }, actor)
    const voucher = (await findVoucher(theatre.db, 'AAAA-BBBBBBB'))!
    const attempts = await attemptsOf(theatre, 64)
    const spends = [{ account: voucher.account, amount: 7_00 }]
    const results = await Promise.all(attempts.map((attempt) => transact(theatre.db, (trx) => reserve(trx, attempt, spends))))
    expect(results.filter(Boolean)).toHaveLength(7)
    const account = theatre.db.selectFrom('ledger_account').select(['balance', 'reserved']).where('id', '=', voucher.account)
    expect(await account.executeTakeFirstOrThrow()).toEqual({ balance: 50_00, reserved: 49_00 })
    await Promise.all(attempts.map((attempt) => transact(theatre.db, (trx) => releaseReserved(trx, attempt))))
    expect(await account.executeTakeFirstOrThrow()).toEqual({ balance: 50_00, reserved: 0 })
    expect(await findVoucher(theatre.db, 'AAAA-BBBBBBB')).toMatchObject({ balance: 50_00 })
  })

  it('has a database constraint against a balance below zero, or below its reservations', async () => {
    await using theatre = await openTestTheatre()
    await issueVoucher(theatre.db, { amount: money(10_00), code: 'AAAA-BBBBBBB' }, actor)
    const { account } = (await findVoucher(theatre.db, 'AAAA-BBBBBBB'))!
    const takeCredit = (amount: number) =>
      transact(theatre.db, (trx) => post(trx, { account, house: 'sales', amount: -amount, reason: 'spent' }, actor))
    await expect(takeCredit(10_01)).rejects.toMatchObject({ code: '23514' })
    const [attempt] = await attemptsOf(theatre, 1)
    await transact(theatre.db, (trx) => reserve(trx, attempt!, [{ account, amount: 6_00 }]))
    await expect(takeCredit(4_01)).rejects.toMatchObject({ code: '23514' })
    await takeCredit(4_00)
    expect(await findVoucher(theatre.db, 'AAAA-BBBBBBB')).toBeUndefined()
  })

  it('stores both entries of each transfer, and audits the actor', async () => {
    await using theatre = await openTestTheatre()
    await issueVoucher(theatre.db, { amount: money(25_00) }, actor)
    const entries = await theatre.db.selectFrom('ledger_entry').select(['amount', 'house', 'reason']).orderBy('position').execute()
    expect(entries).toEqual([
      { amount: 25_00, house: null, reason: 'issued' },
      { amount: -25_00, house: 'issued', reason: 'issued' },
    ])
    const trail = await theatre.db.selectFrom('audit').select(['actor', 'verb']).where('subject', '=', 'ledger').execute()
    expect(trail).toEqual([{ actor: 'box office', verb: 'issued' }])
  })
})

describe('gift vouchers', () => {
  it('have random codes that the database does not store', async () => {
    await using theatre = await openTestTheatre()
    const codes = await Promise.all(Array.from({ length: 20 }, () => issueVoucher(theatre.db, { amount: money(1_00) }, actor)))
    expect(new Set(codes.map((code) => code.slice(0, 4))).size).toBeGreaterThan(18)
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{7}$/)
    const { rows } = await sql<{ row: string }>`select row_to_json(a)::text as row from ledger_account a`.execute(theatre.db)
    for (const { row } of rows) for (const code of codes) expect(row).not.toContain(code.slice(5))
    const trail = await theatre.db.selectFrom('audit').selectAll().execute()
    for (const code of codes) expect(JSON.stringify(trail)).not.toContain(code)
  })

  it.each(['Etc/GMT+12', 'Etc/GMT-14'])('are valid until midnight in the theatre’s time zone, in %s too', async (zone) => {
    await using theatre = await openTestTheatre()
    await theatre.db.updateTable('performance').set({ time_zone: zone }).execute()
    const { rows } = await sql<{ last: string; over: string }>`
      select d::text as last, (d - 1)::text as over from (select (now() at time zone ${zone})::date) as local (d)`.execute(theatre.db)
    const { last, over } = rows[0]!
    await issueVoucher(theatre.db, { amount: money(5_00), code: 'LAST-DAYOFIT', expiresOn: last }, actor)
    await issueVoucher(theatre.db, { amount: money(5_00), code: 'OVER-BYADAY2', expiresOn: over }, actor)
    expect(await findVoucher(theatre.db, 'LAST-DAYOFIT')).toMatchObject({ balance: 5_00 })
    expect(await findVoucher(theatre.db, 'OVER-BYADAY2')).toBeUndefined()
  })

  it('are not found, whether unknown, used up or expired', async () => {
    await using theatre = await openTestTheatre()
    await issueVoucher(theatre.db, { amount: money(5_00), code: 'USED-UPUPUPU' }, actor)
    const { account } = (await findVoucher(theatre.db, 'USED-UPUPUPU'))!
    await transact(theatre.db, (trx) => post(trx, { account, house: 'sales', amount: -5_00, reason: 'spent' }, actor))
    await issueVoucher(theatre.db, { amount: money(5_00), code: 'PAST-ITSDAY2', expiresOn: '2020-01-01' }, actor)
    for (const code of ['USED-UPUPUPU', 'PAST-ITSDAY2', 'NONE-SUCHONE']) expect(await findVoucher(theatre.db, code)).toBeUndefined()
  })
})

describe('account credit', () => {
  it('lasts six months by the database clock, is listed by entry, and expires automatically', async () => {
    await using theatre = await openTestTheatre()
    const { id: customer } = await customerOf(theatre)
    const grant = (amount: number) =>
      transact(theatre.db, (trx) => giveCredit(trx, { customer, amount: money(amount), months: 6, from: 'issued' }, actor))
    const ends = await grant(10_00)
    const { rows } = await sql<{ day: string }>`select (${today} + interval '6 months')::date as day`.execute(theatre.db)
    expect(ends).toBe(rows[0]!.day)
    await grant(5_00)
    expect(await readCredit(theatre.db, customer)).toMatchObject({
      balance: 15_00,
      entries: [
        { amount: 5_00, reason: 'box-office' },
        { amount: 10_00, expiresOn: ends },
      ],
    })
    await sql`update ledger_account set expires_on = ${today} - 1 where balance = 1000`.execute(theatre.db)
    expect((await readCredit(theatre.db, customer)).balance).toBe(5_00)
    await expireCredit(theatre.db)
    await expireCredit(theatre.db)
    const after = await readCredit(theatre.db, customer)
    expect(after.balance).toBe(5_00)
    expect(after.entries.filter(({ reason }) => reason === 'expired')).toMatchObject([{ amount: -10_00, expiresOn: null }])
    await expectInvariants(theatre)
  })
})
