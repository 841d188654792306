import { type Kysely, sql } from 'kysely'
import type { RecordNames } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { dishType } from '@playhouse/domain/product-type'

/** The productions, performances, price types, packages, dishes, collection points and halls that a record can name, with their names. Cancelled performances are left out. */
export async function readRecordNames(db: Kysely<Database>): Promise<RecordNames> {
  const { rows: productions } = await sql<RecordNames['productions'][number]>`
    select id, data ->> 'title' as title, state = 'archived' as "isArchived" from production order by position, id`.execute(db)
  // The same condition as in `readQueuedPerformances`.
  const { rows: performances } = await sql<RecordNames['performances'][number]>`
    select p.id, p.production_id as production, e.data ->> 'title' as title, p.starts_local as "startsAt",
      p.programme_id is null and p.starts_at > now() as "isOpen"
    from performance p join production e on e.id = p.production_id
    where p.sale <> 'cancelled' order by p.starts_at, p.id`.execute(db)
  const { rows: priceTypes } = await sql<RecordNames['priceTypes'][number]>`
    select distinct on ((t ->> 'id') collate "C") t ->> 'id' as id, t ->> 'name' as name, t ->> 'kind' = 'programme' as "isOfProgramme"
    from price_list, jsonb_array_elements(data -> 'priceTypes') as t order by (t ->> 'id') collate "C", price_list.id collate "C"`.execute(
    db,
  )
  const { rows: packages } = await sql<RecordNames['packages'][number]>`
    select id, name ->> 'text' as name, withdrawn_at is null as "isOffered" from package where kind <> 'super' order by position, id`.execute(
    db,
  )
  const { rows: dishes } = await sql<RecordNames['dishes'][number]>`
    select id, name, withdrawn_at is null as "isOffered" from product where type = ${dishType} order by position, id`.execute(db)
  const { rows: collectionPoints } = await sql<RecordNames['collectionPoints'][number]>`
    select id, name, withdrawn_at is null as "isOffered" from collection_point order by position, id`.execute(db)
  const { rows: halls } = await sql<RecordNames['halls'][number]>`
    select distinct on (hall collate "C") hall as id, name from hall_plan where removed_at is null
    order by hall collate "C", added_at desc, version desc`.execute(db)
  return { productions, performances, priceTypes, packages, dishes, collectionPoints, halls }
}
