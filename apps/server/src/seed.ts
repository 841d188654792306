import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { register } from '#modules/auth'
import { seedSeason } from '#modules/catalogue'
import type { Brand } from '@playhouse/domain/brand'
import { readPlan } from '@playhouse/domain/plan'
import { plainOf } from '@playhouse/domain/time'

/** Fills an empty database with the fixtures' season and people of the brand, the season beginning about today. */
export async function seed(db: Kysely<Database>, brand: Brand): Promise<boolean> {
  if (await db.selectFrom('performance').select('id').limit(1).executeTakeFirst()) return false
  const { hall, people, season, soldSeats } = await import('@playhouse/fixtures')
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  const shown = season(brand.id, plainOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), brand.timeZone).slice(0, 10))
  const plans = new Map([...new Set(shown.performances.map((performance) => performance.hall))].map((id) => [id, hall(id)]))
  const read = new Map([...plans].map(([id, plan]) => [id, readPlan(plan)]))
  const sold = new Map(shown.performances.map((performance) => [performance.id, soldSeats(performance, read.get(performance.hall)!)]))
  const seeded = await seedSeason(db, { ...shown, plans: [...plans.values()], sold })
  const arrival = { requestId: 'seed', locale: brand.defaultLocale, isWelcomed: false }
  if (seeded) await Promise.all(people(brand.id).map((person) => register(db, brand, person, arrival)))
  return seeded
}
