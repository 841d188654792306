import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { checkPayment, processReturn, readOrderWorth } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { actor } from '../modules/payment/testing/buyer.ts'
import { createItemBuyer, friend, selling } from '../modules/payment/testing/item-buyer.ts'
import { openRenewingMember } from '../modules/payment/testing/renewing-member.ts'

const upgrade = { kind: 'membership', membership: 'patron', upgradeFrom: 'friend' } as const

/** Runs two calls that both wait for the lock of a customer: the first one waits before the second one is made. */
async function queueUp<First, Second>(
  { db }: TestTheatre,
  customer: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]!.count
  }
  const holder = await db.startTransaction().execute()
  const calls: [Promise<First>?, Promise<Second>?] = []
  try {
    await sql`select 1 from customer where id = ${customer} for update`.execute(holder)
    calls[0] = first()
    await expect.poll(waiting).toBe(1)
    calls[1] = second()
    await expect.poll(waiting).toBe(2)
  } finally {
    await holder.commit().execute()
  }
  return Promise.all([calls[0], calls[1]])
}
const refunds = ({ db }: TestTheatre) => db.selectFrom('refund').select('amount').execute()
const levels = async ({ db }: TestTheatre) =>
  (await db.selectFrom('membership').select('membership').where('cancelled_at', 'is', null).execute()).map(({ membership }) => membership)

describe('the return of a membership, and the settlement of its upgrade', () => {
  /** A member whose upgrade has been paid at the provider. */
  async function prepare(theatre: TestTheatre) {
    const bought = await createItemBuyer(theatre, [friend])
    const number = await bought.pay()
    const { customer } = bought
    const order = await theatre.db.selectFrom('customer_order').select(['id', 'paid']).executeTakeFirstOrThrow()
    const items = [...(await readOrderWorth(theatre.db, order)).items.keys()]
    const request = { tickets: [], items, to: 'origin', value: money(60_00), reason: 'asked', isLateAllowed: false } as const
    const upgrading = await createItemBuyer(theatre, [upgrade], false, customer)
    const started = await upgrading.start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    upgrading.end(payment, 'succeeded')
    return {
      customer: customer.id,
      giveBack: () => processReturn(bought.shop, number, request, actor),
      settle: () => checkPayment(upgrading.shop, customer.id, payment, actor),
    }
  }

  it('refunds the upgrade where the return comes first', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, giveBack, settle } = await prepare(theatre)
    const [returned] = await queueUp(theatre, customer, giveBack, settle)
    expect(returned).toMatchObject({ ok: true })
    expect(await levels(theatre)).toEqual([])
    expect((await refunds(theatre)).map(({ amount }) => amount).toSorted()).toEqual([180_00, 60_00])
    await expectInvariants(theatre)
  })

  it('refuses the return where the settlement comes first', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, giveBack, settle } = await prepare(theatre)
    const [, returned] = await queueUp(theatre, customer, settle, giveBack)
    expect(returned).toMatchObject({ error: { code: 'cancel-order-failed' } })
    expect(await levels(theatre)).toEqual(['patron'])
    expect(await refunds(theatre)).toEqual([])
    await expectInvariants(theatre)
  })
})

describe.each(['charge', 'upgrade'])('a renewal that is due, and the start of a payment for an upgrade of its term (%s first)', (first) => {
  it('charges the member for one of them', async () => {
    await using theatre = await openTestTheatre(selling)
    const member = await openRenewingMember(theatre)
    const { customer, agree, pass, renew, charges } = member
    expect(await agree()).toMatchObject({ ok: true })
    await pass(334)
    await renew()
    await pass(30)
    const { start, end, shop } = await createItemBuyer(theatre, [upgrade], false, customer)
    const started =
      first === 'charge' ? (await queueUp(theatre, customer.id, renew, start))[1] : (await queueUp(theatre, customer.id, start, renew))[0]
    expect(charges.length + (started.ok ? 1 : 0)).toBe(1)
    if (started.ok) {
      const { payment } = started.value
      end(payment, 'succeeded')
      await checkPayment(shop, customer.id, payment, actor)
    }
    await sql`update membership_renewal set try_at = now() where try_at is not null`.execute(theatre.db)
    await renew()
    expect(charges).toHaveLength(started.ok ? 0 : 1)
    expect(await levels(theatre)).toEqual(started.ok ? ['patron'] : ['friend', 'friend'])
    expect(await refunds(theatre)).toEqual([])
    await expectInvariants(theatre)
  })
})
