import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { grantAccess, knowAccessCard } from '#modules/access'
import { register } from '#modules/auth'
import { announceBallot } from '#modules/ballot'
import { seedSeason } from '#modules/catalogue'
import { giveCredit } from '#modules/credit'
import { giveMembership } from '#modules/membership'
import { announcePromo } from '#modules/promo'
import { recordGift } from '#modules/giving'
import { addMember } from '#modules/household'
import { giveSubscription } from '#modules/subscription'
import { issueVoucher } from '#modules/voucher'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import { plainOf } from '@playhouse/domain/time'

/** Fills an empty database with the fixtures' season and people of the brand, the season beginning about today. */
export async function seed(db: Kysely<Database>, brand: Brand): Promise<boolean> {
  if (await db.selectFrom('performance').select('id').limit(1).executeTakeFirst()) return false
  const { accessCards, ballots, giftVouchers, hall, people, promos, season, soldSeats } = await import('@playhouse/fixtures')
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  const day = plainOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), brand.timeZone).slice(0, 10)
  const shown = season(brand.id, day)
  const plans = new Map([...new Set(shown.performances.map((performance) => performance.hall))].map((id) => [id, hall(id)]))
  const read = new Map([...plans].map(([id, plan]) => [id, readPlan(plan)]))
  const sold = new Map(shown.performances.map((performance) => [performance.id, soldSeats(performance, read.get(performance.hall)!)]))
  const seeded = await seedSeason(db, { ...shown, plans: [...plans.values()], sold })
  const arrival = { requestId: 'seed', locale: brand.defaultLocale, isWelcomed: false }
  if (!seeded) return false
  const actor = { name: 'seed' }
  const today = Temporal.PlainDate.from(day)
  const year = { startsOn: today.subtract({ months: 1 }).toString(), expiresOn: today.add({ months: 11 }).toString() }
  await Promise.all(
    people(brand.id).map(async (person) => {
      const registered = await register(db, brand, person, arrival)
      const amount = money(person.credit ?? 0)
      if (!registered.ok) return
      const customer = registered.value
      const gift = { customer, amount, months: brand.limits.creditMonths, from: 'issued' } as const
      if (amount > 0) await transact(db, (trx) => giveCredit(trx, gift, actor))
      for (const member of person.household ?? []) await addMember(db, customer, member, actor)
      await transact(db, async (trx) => {
        for (const membership of person.memberships ?? []) await giveMembership(trx, customer, { membership, ...year }, actor.name)
        for (const { daysAgo, amount, ...gift } of person.gifts ?? [])
          await recordGift(trx, customer, { ...gift, amount: money(amount), givenAt: new Date(now.getTime() - daysAgo * 86_400_000) })
        if (person.subscription) {
          const { price, ...rest } = person.subscription
          const given = { ...rest, price: money(price), issuedOn: year.startsOn, expiresOn: year.expiresOn }
          await giveSubscription(trx, customer, given, actor.name)
        }
        if (person.access) await grantAccess(trx, customer, { accessId: `NC-${person.lastName}`, types: person.access }, actor.name)
      })
    }),
  )
  for (const card of accessCards) await knowAccessCard(db, card)
  const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000)
  for (const { opens, closes, draws, ...ballot } of ballots(brand.id, shown.performances))
    await announceBallot(db, { ...ballot, opensAt: inDays(opens), closesAt: inDays(closes), drawsAt: inDays(draws) }, actor)
  for (const promo of promos) await announcePromo(db, promo, actor)
  for (const { code, amount } of giftVouchers) await issueVoucher(db, { code, amount: money(amount) }, actor)
  return true
}
