import type { Kysely } from 'kysely'
import { type Database, newId } from '#db'
import { hashPassword } from '#modules/auth'
import { type Catalogue, seedSeason } from '#modules/catalogue'
import type { Brand } from '@playhouse/domain/brand'
import { readPlan } from '@playhouse/domain/plan'
import { plainOf } from '@playhouse/domain/time'

/** Fills an empty database with the fixtures' season and people of the brand, the season beginning about today. */
export async function seed(db: Kysely<Database>, brand: Brand, catalogue: Catalogue): Promise<boolean> {
  if (await db.selectFrom('performance').select('id').limit(1).executeTakeFirst()) return false
  const { hall, people, season, soldSeats } = await import('@playhouse/fixtures')
  const today = plainOf(Temporal.Instant.fromEpochMilliseconds(await catalogue.now()), brand.timeZone).slice(0, 10)
  const { productions, performances, priceLists } = season(brand.id, today)
  const halls = [...new Set(performances.map((performance) => performance.hall))]
  const plans = new Map(halls.map((id) => [id, hall(id)]))
  const read = new Map(halls.map((id) => [id, readPlan(plans.get(id)!)]))
  const seeded = await seedSeason(db, {
    productions,
    performances,
    priceLists,
    plans: [...plans.values()],
    sold: new Map(performances.map((performance) => [performance.id, soldSeats(performance, read.get(performance.hall)!)])),
  })
  if (seeded) await seedPeople(db, people(brand.id))
  return seeded
}
