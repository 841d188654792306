import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createSecretVault } from '#modules/staff'
import { cancelOrder, processReturn, readOrderWorth } from '#modules/payment'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { addDays } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, friend, friendForNan, selling } from '../payment/testing/item-buyer.ts'
import { claimGift, issueDueGifts, listMemberships, readGift, readSentGift, reissueGifts } from './index.ts'

const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')

/** The tokens of the mails that are queued, the oldest first. */
async function tokensOf({ db }: TestTheatre): Promise<string[]> {
  await issueDueGifts({ db, codeVault })
  const sent = await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.gift-membership').orderBy('id').execute()
  return sent.map(({ payload }) => codeVault.decrypt((payload as { token: string }).token))
}
const claim = (theatre: TestTheatre, token: string, customer: { readonly id: string }) => claimGift(theatre, token, customer.id, actor)
const stateOf = async ({ db }: TestTheatre, token: string) => (await readGift(db, token))?.state

async function returnGift(theatre: TestTheatre, { shop }: Awaited<ReturnType<typeof createItemBuyer>>, number: string) {
  const order = await theatre.db.selectFrom('customer_order').select(['id', 'paid']).where('number', '=', number).executeTakeFirstOrThrow()
  const items = [...(await readOrderWorth(theatre.db, order)).items.keys()]
  return processReturn(
    shop,
    number,
    { tickets: [], items, to: 'origin', reason: 'asked', isLateAllowed: true, value: money(items.length * 60_00) },
    actor,
  )
}

describe('a gift membership', () => {
  it('has a link from its day on, and stores no token in clear', async () => {
    await using theatre = await openTestTheatre(selling)
    const { pay } = await createItemBuyer(theatre, [friendForNan, friendForNan], true)
    await pay()
    await sql`update gift_membership set send_at = now() + interval '1 day' where id = (select min(id::text)::uuid from gift_membership)`.execute(
      theatre.db,
    )
    const [token, ...others] = await tokensOf(theatre)
    expect(others).toEqual([])
    expect(await stateOf(theatre, token!)).toBe('claimable')
    for (const table of ['outbox', 'gift_membership', 'audit', 'order_item']) {
      const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(theatre.db)
      for (const { text } of rows) expect(text, table).not.toContain(token)
    }
    await sql`update gift_membership set send_at = now() where issued_at is null`.execute(theatre.db)
    expect(await tokensOf(theatre)).toHaveLength(2)
    expect(await issueDueGifts({ db: theatre.db, codeVault }), 'once').toBe(0)
    await expectInvariants(theatre)
  })

  it('is claimed by one of eight customers at the same time', async () => {
    await using theatre = await openTestTheatre(selling)
    await (await createItemBuyer(theatre, [friendForNan])).pay()
    const [token] = await tokensOf(theatre)
    const customers = await Promise.all(Array.from({ length: 8 }, (_, nth) => customerOf(theatre, `nan${nth}@example.org`)))
    const results = await Promise.all(customers.map((customer) => claim(theatre, token!, customer)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await theatre.db.selectFrom('membership').select(['value', 'order_id']).execute()).toEqual([{ value: 60_00, order_id: null }])
    await expectInvariants(theatre)
  })

  it('is claimed or returned, never both, where both happen at the same time', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [friendForNan])
    const number = await buyer.pay()
    const [token] = await tokensOf(theatre)
    const nan = await customerOf(theatre, 'nan@example.org')
    const [claimed, returned] = await Promise.all([claim(theatre, token!, nan), returnGift(theatre, buyer, number)])
    expect([claimed.ok, returned.ok].toSorted()).toEqual([false, true])
    expect(await listMemberships(theatre.db, theatre.brand, nan.id)).toHaveLength(claimed.ok ? 1 : 0)
    await expectInvariants(theatre)
  })

  it('counts as the renewal of a membership that the recipient holds, and can be upgraded', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await createItemBuyer(theatre, [friend])
    await member.pay()
    await (await createItemBuyer(theatre, [friendForNan], false, await customerOf(theatre, 'ada@example.org'))).pay()
    const [token] = await tokensOf(theatre)
    const [old] = await listMemberships(theatre.db, theatre.brand, member.customer.id)
    expect(await claim(theatre, token!, member.customer)).toMatchObject({ ok: true, value: { startsOn: addDays(old!.expiresOn, 1) } })
    const [gift, held] = await listMemberships(theatre.db, theatre.brand, member.customer.id)
    expect([gift!.state, held!.state]).toEqual(['pending', 'active'])
    expect(held!.upgrades).toMatchObject([{ membership: 'patron', credit: 120_00, price: 120_00 }])
    expect(await theatre.db.selectFrom('membership').select('continues').where('id', '=', gift!.id).execute()).toEqual([
      { continues: held!.id },
    ])
    await (
      await createItemBuyer(theatre, [{ kind: 'membership', membership: 'patron', upgradeFrom: 'friend' }], false, member.customer)
    ).pay()
    await expectInvariants(theatre)
  })

  it('cannot be claimed after its last day, nor while its order is on hold, until staff send a new link', async () => {
    await using theatre = await openTestTheatre(selling)
    const number = await (await createItemBuyer(theatre, [friendForNan])).pay()
    expect(await reissueGifts(theatre.db, number, actor), 'not sent yet').toBe(false)
    const [token] = await tokensOf(theatre)
    const nan = await customerOf(theatre, 'nan@example.org')
    await sql`update gift_membership set claim_until = current_date - 2`.execute(theatre.db)
    expect([await stateOf(theatre, token!), (await claim(theatre, token!, nan)).ok]).toEqual(['ended', false])
    expect(await reissueGifts(theatre.db, number, actor)).toBe(true)
    const [, next] = await tokensOf(theatre)
    expect(await readSentGift(theatre.db, token!), 'the mail with the old link').toBeUndefined()
    expect(await readSentGift(theatre.db, next!)).toMatchObject({ detail: { to: 'Nan', email: 'nan@example.org' } })
    await sql`update customer_order set state = 'on-hold', hold = 'disputed'`.execute(theatre.db)
    expect((await claim(theatre, next!, nan)).ok).toBe(false)
    await sql`update customer_order set state = 'confirmed', hold = null`.execute(theatre.db)
    expect((await claim(theatre, next!, nan)).ok).toBe(true)
    await expectInvariants(theatre)
  })

  it('stays with the recipient: the giver cancels or returns no order with it', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [friendForNan, friend])
    const number = await buyer.pay()
    const [token] = await tokensOf(theatre)
    const nan = await customerOf(theatre, 'nan@example.org')
    await claim(theatre, token!, nan)
    expect(await cancelOrder(buyer.shop, buyer.customer.id, number, actor)).toMatchObject({ ok: false })
    expect(await returnGift(theatre, buyer, number), 'only the own membership').toMatchObject({ ok: true, value: { card: 60_00 } })
    expect(await listMemberships(theatre.db, theatre.brand, buyer.customer.id)).toEqual([])
    expect(await listMemberships(theatre.db, theatre.brand, nan.id)).toMatchObject([{ state: 'active' }])
    await expectInvariants(theatre)
  })
})
