import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { noFoodFacts, type RecordFacts } from '@playhouse/domain/record'
import type { RecordKind } from '@playhouse/domain/record-kind'
import { readFoodFacts } from './food-facts.ts'
import { readQueuedPerformances } from './waiting-room-subject.ts'

/** The kinds whose records name productions, performances or price types. */
const kindsWithNames: readonly RecordKind[] = [
  'waiting-room',
  'ballot',
  'day-seats',
  'package',
  'form',
  'programme',
  'flex-subscription',
  'menu',
  'restaurant',
]

/** The kinds whose records name dishes, collection points or halls. */
const kindsWithFood: readonly RecordKind[] = ['menu', 'collection-point', 'restaurant']

/** The things that records of a kind may name. */
async function readNamedThings(
  db: Kysely<Database>,
  kind: RecordKind,
): Promise<Pick<RecordFacts, 'performances' | 'productions' | 'priceTypes' | 'programmePriceTypes'>> {
  if (!kindsWithNames.includes(kind)) return { performances: [], productions: [], priceTypes: [], programmePriceTypes: [] }
  const performances = await readQueuedPerformances(db)
  const productions = await db.selectFrom('production').select('id').execute()
  const { rows: types } = await sql<{ id: string; isOfProgramme: boolean }>`
    select t ->> 'id' as id, bool_or(t ->> 'kind' = 'programme') as "isOfProgramme" from price_list, jsonb_array_elements(data -> 'priceTypes') as t group by 1`.execute(
    db,
  )
  return {
    performances,
    productions: productions.map(({ id }) => id),
    priceTypes: types.map(({ id }) => id),
    programmePriceTypes: types.flatMap(({ id, isOfProgramme }) => (isOfProgramme ? [id] : [])),
  }
}

/** What the check of all records of a kind reads besides them. */
export async function readKindFacts(
  db: Kysely<Database>,
  brand: RecordFacts['brand'],
  kind: RecordKind,
): Promise<Omit<RecordFacts, 'id' | 'before' | 'others'>> {
  const food = kindsWithFood.includes(kind) ? await readFoodFacts(db) : noFoodFacts
  return { brand, now: Date.now(), ...(await readNamedThings(db, kind)), food }
}
