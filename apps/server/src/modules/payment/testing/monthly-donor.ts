import { sql } from 'kysely'
import {
  changeMonthlyGift,
  chargeMonthlyGifts,
  type GiftAgreement,
  listMonthlyGifts,
  startMonthlyGift,
  stopMonthlyGift,
} from '#modules/monthly-gift'
import type { TestTheatre } from '#testing'
import type { Brand } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'
import { monthlyWording } from '@playhouse/domain/monthly-gift'
import { actor } from './buyer.ts'
import { selling } from './item-buyer.ts'
import type { CardBehaviour } from './manual-cards.ts'
import { openRecurringPayer } from './recurring-payer.ts'

/** A brand whose funds take monthly gifts. */
export const givingMonthly = (brand: Brand): Brand => {
  const sold = selling(brand)
  const monthly: Brand['giving'][number]['monthly'] = {
    ...{ presets: [money(5_00)], least: money(2_00), most: money(200_00), means: ['card', 'direct-debit'] },
  }
  return { ...sold, giving: sold.giving.map((fund) => ({ ...fund, monthly })) }
}

/** A donor with a saved card, and the passage of time. */
export async function openMonthlyDonor(theatre: TestTheatre, behaviour: CardBehaviour = 'pays') {
  const { db, brand } = theatre
  const payer = await openRecurringPayer(theatre)
  const { shop, customer } = payer
  await payer.save(customer.id, behaviour)
  const list = () => listMonthlyGifts(db, customer.id)
  const day = sql<number>`least(28, extract(day from now() at time zone ${brand.timeZone}))::int`
  const start = async (changes: Partial<GiftAgreement> = {}) =>
    startMonthlyGift(
      shop,
      customer.id,
      {
        ...{ fund: 'stage', amount: money(10_00), day: 15, directDebit: null, wording: monthlyWording, locale: 'en' },
        ...{ appeal: null, recognitionName: null, isAnonymous: false, tributeName: 'Nan' },
        ...changes,
      },
      actor,
    )
  /** Makes the planned gift due today, of this month. */
  const makeDue = async (): Promise<void> => {
    const today = sql<string>`(now() at time zone ${brand.timeZone})::date`
    await sql`update monthly_gift set day = ${day}, month = date_trunc('month', ${today}), next_on = ${today} where ended_at is null`.execute(
      db,
    )
  }
  /** Lets days pass for the charges of this month. */
  const passDays = async (days: number): Promise<void> => {
    await sql`update monthly_charge set charge_on = charge_on - ${days}::int, next_on = next_on - ${days}::int,
      try_at = try_at - make_interval(days => ${days})`.execute(db)
    await payer.passPayments(days)
  }
  /** Lets a month pass, to the day of the next gift. */
  const passMonth = async (): Promise<void> => {
    // In two steps: a month may not have two charges in between.
    for (const shift of ['-1000 years', '999 years 11 months'])
      await sql`update monthly_charge set month = month + ${shift}::interval`.execute(db)
    await passDays(30)
    await makeDue()
  }
  /** Runs the job at nine in the morning and later, whatever the time is now. */
  const charge = async (): Promise<void> => {
    // The plan and the charge of one morning.
    for (let time = 0; time < 2; time++) {
      await sql`update monthly_charge set try_at = least(try_at, now())
        where (try_at at time zone ${brand.timeZone})::date <= (now() at time zone ${brand.timeZone})::date`.execute(db)
      await chargeMonthlyGifts(shop)
    }
  }
  return {
    ...{ ...payer, list, start, makeDue, passDays, passMonth, charge },
    change: async (amount: number) => changeMonthlyGift(shop, customer.id, (await list())[0]!.id, amount as Money, actor),
    stop: async () => stopMonthlyGift(shop, customer.id, (await list())[0]!.id, actor),
    states: async () =>
      (await db.selectFrom('monthly_charge').select(['state', 'tries', 'amount']).orderBy('month').execute()).map(
        ({ state, tries, amount }) => [state, tries, amount],
      ),
    donations: () => db.selectFrom('donation').select(['fund', 'amount', 'gift_aid']).orderBy('given_at').execute(),
  }
}
