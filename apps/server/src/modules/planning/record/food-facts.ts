import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { readServingRules } from '#modules/food'
import type { FoodFacts } from '@playhouse/domain/record'
import { dishType } from '@playhouse/domain/product-type'

/** What menus and collection points may name. */
export async function readFoodFacts(db: Kysely<Database>): Promise<FoodFacts> {
  const { servings, points } = await readServingRules(db)
  const { rows } = await sql<Pick<FoodFacts, 'dishes' | 'halls'>>`
    select array(select id from product where type = ${dishType}) as dishes,
      array(select distinct hall from hall_plan where removed_at is null) as halls`.execute(db)
  return { ...rows[0]!, points, servings: [...servings.values()].flat() }
}
