import { type Kysely, sql } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import type { KitchenList } from '@playhouse/api-client/contract'
import { kitchenDishSchema, kitchenNote, kitchenOrderSchema } from '@playhouse/domain/kitchen-list'
import type { FoodDetail } from '@playhouse/domain/food-order'
import { dishMarksOf } from './dish-marks-of.ts'
import { readFoodOffer } from './read-food.ts'

type Row = {
  readonly number: string
  readonly customer: string
  readonly guests: number
  readonly detail: FoodDetail
  readonly diets: (string | null)[]
}

/** Reads what kitchen and bar prepare for a performance, and audits who has read the names and diets. @returns undefined for an unknown performance */
export async function readKitchenList(
  db: Kysely<Database>,
  instance: string,
  reader: { readonly staff: string; readonly actor: Actor },
): Promise<KitchenList | undefined> {
  const offer = await readFoodOffer(db, instance)
  if (!offer) return undefined
  const { rows } = await sql<Row>`
    select o.number, trim(c.first_name || ' ' || c.last_name) as customer, i.quantity as guests, i.detail,
      array[o.notes ->> 'dietary', r.notes ->> 'dietary'] as diets
    from order_item i join customer_order o on o.id = i.order_id join customer c on c.id = o.customer_id
      left join customer_order r on r.id = o.adds_to
    where i.kind = 'food' and i.performance_id = ${instance} and i.returned_at is null and o.state not in ('returned', 'failed')
    order by o.placed_at, i.id`.execute(db)
  const orders = rows.map(({ detail, diets, ...row }) => {
    const { menu, name: menuName, point, pointName, servedBefore, courses } = detail
    const note = kitchenNote([detail.note, ...diets])
    return kitchenOrderSchema.parse({ ...row, menuName, menu, point, pointName, servedBefore, courses, note })
  })
  const detail = { performance: instance, orders: orders.length }
  await transact(db, (trx) => auditBy(trx, reader.actor, { subject: 'staff', subjectId: reader.staff, verb: 'read-kitchen-list', detail }))
  const products = [...new Set(orders.flatMap(({ courses }) => courses.flatMap(({ dishes }) => dishes.map(({ product }) => product))))]
  const marks = await sql<{ data: unknown }>`
    select jsonb_build_object('product', r.id) || ${dishMarksOf('r')} as data from product r where r.id = any(${products}::text[])
    order by r.id`.execute(db)
  return { performance: offer.performance, orders, dishes: marks.rows.map(({ data }) => kitchenDishSchema.parse(data)) }
}
