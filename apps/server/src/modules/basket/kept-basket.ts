import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'

/**
 * Finds the basket that a browser kept after its session ended: open, without seats, with items, and within its days. The basket
 * of a customer with an account is not found: signing in finds it. What a guest had entered is removed from it first, because
 * other people may use the same browser.
 */
export async function findKeptBasket(db: Kysely<Database>, brand: Pick<Brand, 'delivery'>, id: string): Promise<string | undefined> {
  const blankDelivery = JSON.stringify({ method: brand.delivery[0]!.method, address: null })
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select b.id, b.customer_id is not null or b.billing is not null or b.notes <> '{"order":"","access":""}'::jsonb
        or b.delivery -> 'address' <> 'null'::jsonb or b.adds_to_order is not null or b.lapsed_items <> '[]'::jsonb
        or exists (select from basket_item i where i.basket_id = b.id and ${hasVisitNote}) as is_personal
      from basket b left join customer c on c.id = b.customer_id
      where b.id = ${id}::uuid and b.state = 'open' and b.staff_id is null and b.kept_until > now()
        and (b.deadline is null or b.deadline <= now()) and (b.customer_id is null or c.is_guest)
        and exists (select from basket_item i where i.basket_id = b.id)),
    blanked as (
      update basket set customer_id = null, billing = null, notes = '{"order":"","access":""}', delivery = ${blankDelivery}::jsonb,
        terms_at = null, gift_aid_answer = null, credit_seen = null, adds_to_order = null, lapsed_items = '[]',
        version = version + 1
      where id in (select id from kept where is_personal) and state = 'open' returning id),
    blanked_items as (
      update basket_item i set detail = i.detail || '{"note":""}' where i.basket_id in (select id from blanked) and ${hasVisitNote})
    select id from kept`.execute(db)
  return rows[0]?.id
}

/** Whether an item `i` is an order of food or a table with a note, which may contain health data. */
const hasVisitNote = sql`i.kind in ('food', 'table') and coalesce(i.detail ->> 'note', '') <> ''`
