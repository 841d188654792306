import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { grantAccess, saveAccessCards } from '#modules/access'
import { register } from '#modules/auth'
import { announceBallot } from '#modules/ballot'
import { seedSeason } from '#modules/catalogue'
import { giveCredit } from '#modules/credit'
import { giveMembership } from '#modules/membership'
import { saveProgramme } from '#modules/programme'
import { announcePromo } from '#modules/promo'
import { recordDonation } from '#modules/giving'
import { seedFood } from '#modules/food'
import { seedForms } from '#modules/form'
import { seedPackages } from '#modules/package'
import { seedProducts } from '#modules/product'
import { seedTables } from '#modules/table'
import { addMember } from '#modules/household'
import { giveSubscription, issueCards, seedFlexSubscriptions } from '#modules/subscription'
import { issueVoucher } from '#modules/voucher'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import type { Person, Season } from '@playhouse/fixtures'

const actor = { name: 'seed' }

const dayMs = 86_400_000

/** The calendar day of an instant in the theatre's time zone. */
const dayOf = (now: Date, { timeZone }: Brand): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

/**
 * Fills an empty database with the brand's season from the fixtures, which begins about today; in test mode also with people and
 * codes. Their passwords and codes are public, so a live shop has none of them. A database without products or forms gets those
 * of the brand, in test mode also the products that it lacks; one that has its dishes and no menus gets the menus, and one without
 * restaurants gets those of the brand.
 * @returns whether it seeded the season; false if it had performances, or another process has seeded it first
 */
export async function seed(db: Kysely<Database>, brand: Brand, { isTestMode }: { readonly isTestMode: boolean }): Promise<boolean> {
  const { ballots, dishes, fixedSeries, flexSubscriptions, food, forms, packages, products, season, tables } =
    await import('@playhouse/fixtures')
  // Some products are sold for the performances of the season, as menus and tables are.
  const addProducts = async (): Promise<void> => {
    await seedProducts(db, [...products(brand.id), ...dishes(brand.id)], { addsMissing: isTestMode })
    await seedFood(db, food(brand.id))
    await seedTables(db, tables(brand.id))
    const performances = await db
      .selectFrom('performance')
      .select(['id', 'production_id as production', 'starts_local as startsAt', 'sale'])
      .orderBy('starts_at')
      .execute()
    await seedFlexSubscriptions(db, flexSubscriptions(brand.id))
    await seedPackages(db, [...packages(brand.id), ...fixedSeries(brand.id, performances)])
  }
  if (await db.selectFrom('performance').select('id').limit(1).executeTakeFirst()) {
    await addProducts()
    await seedForms(db, forms(brand.id))
    return false
  }
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  const programme = season(brand.id, dayOf(now, brand))
  const isFirst = await seedProgramme(db, programme)
  await addProducts()
  if (!isFirst) return false
  await seedForms(db, forms(brand.id))

  const inDays = (days: number): Date => new Date(now.getTime() + days * dayMs)
  for (const { opens, closes, draws, ...ballot } of ballots(brand.id, programme.performances))
    await announceBallot(db, { ...ballot, opensAt: inDays(opens), closesAt: inDays(closes), drawsAt: inDays(draws) }, actor)
  if (isTestMode) await seedAccounts(db, brand, now)
  return true
}

/** Creates people, access cards and codes, whose passwords and numbers are public in the repository. */
async function seedAccounts(db: Kysely<Database>, brand: Brand, now: Date): Promise<void> {
  const { accessCards, giftVouchers, people, programmes, promos, subscriptionCards } = await import('@playhouse/fixtures')
  await Promise.all(people(brand.id).map((person) => seedAccount(db, brand, person, now)))
  for (const { number, flex } of subscriptionCards(brand.id)) await issueCards(db, flex, [number], actor)
  await saveAccessCards(db, accessCards, { name: 'seed' })
  for (const { programme, codes } of programmes(brand.id)) await saveProgramme(db, programme, codes, actor)
  for (const promo of promos(brand.id)) await announcePromo(db, promo, actor)
  for (const { code, amount } of giftVouchers) await issueVoucher(db, { code, amount: money(amount) }, actor)
}

/** Writes the season, the plans of its halls and the seats that are sold already. @returns false if another process has seeded first */
async function seedProgramme(db: Kysely<Database>, programme: Season): Promise<boolean> {
  const { hall, soldSeats } = await import('@playhouse/fixtures')
  const plans = new Map([...new Set(programme.performances.map((performance) => performance.hall))].map((id) => [id, hall(id)]))
  const parsedPlans = new Map([...plans].map(([id, plan]) => [id, readPlan(plan)]))
  const sold = new Map(
    programme.performances.map((performance) => [performance.id, soldSeats(performance, parsedPlans.get(performance.hall)!)]),
  )
  return seedSeason(db, { ...programme, plans: [...plans.values()], sold })
}

/** Creates an account with its memberships, credit, household, gifts, subscription and access ID. Memberships began a month ago. */
async function seedAccount(db: Kysely<Database>, brand: Brand, person: Person, now: Date): Promise<void> {
  const registration = await register(db, brand, person, { requestId: 'seed', locale: brand.defaultLocale, isWelcomed: false })
  if (!registration.ok) return
  const customer = registration.value
  const today = dayOf(now, brand)
  const year = { startsOn: today.subtract({ months: 1 }).toString(), expiresOn: today.add({ months: 11 }).toString() }
  const credit = { customer, amount: money(person.credit ?? 0), months: brand.limits.creditMonths, from: 'issued' } as const
  if (credit.amount > 0) await transact(db, (trx) => giveCredit(trx, credit, actor))
  for (const member of person.household ?? []) await addMember(db, customer, member, actor)
  await transact(db, async (trx) => {
    for (const membership of person.memberships ?? []) await giveMembership(trx, customer, { membership, ...year }, actor.name)
    for (const { daysAgo, amount, ...gift } of person.gifts ?? [])
      await recordDonation(trx, customer, { ...gift, amount: money(amount), givenAt: new Date(now.getTime() - daysAgo * dayMs) })
    if (person.subscription) {
      const { price, ...rest } = person.subscription
      const subscription = { ...rest, price: money(price), issuedOn: year.startsOn, expiresOn: year.expiresOn }
      await giveSubscription(trx, customer, subscription, actor.name)
    }
    if (person.access) await grantAccess(trx, customer, { accessId: `NC-${person.lastName}`, types: person.access }, actor.name)
  })
}
