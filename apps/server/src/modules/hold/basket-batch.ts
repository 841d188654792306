import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type BasketTicketTable, type Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { type BasketRow, findBasket, type TicketRow } from '#modules/basket'
import type { NewBasket, BasketOwner, SeatWithPrice } from './hold-request.ts'

/** The owner of a basket that is not stored yet. */
export const ownerOfNewBasket = ({ id, seed: { customer_id = null, promo = null, staff_id = null }, visit }: NewBasket): BasketOwner => ({
  id,
  customer_id,
  promo,
  staff_id,
  session: visit?.key,
})

/** The owner of a stored or new basket. */
export async function loadBasketOwner(db: Kysely<Database>, targetBasket: string | NewBasket): Promise<BasketOwner> {
  return typeof targetBasket === 'string'
    ? ((await findBasket(db, targetBasket)) ?? ownerOfNewBasket({ id: targetBasket, seed: {} }))
    : ownerOfNewBasket(targetBasket)
}

/** The tickets of baskets, by basket, in the order they were added. */
export async function loadTickets(
  trx: Transaction<Database>,
  baskets: readonly string[],
): Promise<ReadonlyMap<string, readonly TicketRow[]>> {
  if (baskets.length === 0) return new Map()
  const tickets = await trx
    .selectFrom('basket_ticket')
    .selectAll()
    .where('basket_id', '=', sql<string>`any(${baskets}::uuid[])`)
    .orderBy('added_at')
    .orderBy('seat')
    .execute()
  return Map.groupBy(tickets, (ticket) => ticket.basket_id)
}

type HoldTerms = { readonly deadline: Date; readonly network: string | null }

/** Inserts baskets whose seats are claimed already. */
export async function openBaskets(
  trx: Transaction<Database>,
  newBaskets: readonly (NewBasket & HoldTerms & { readonly brand: Brand })[],
): Promise<BasketRow[]> {
  if (newBaskets.length === 0) return []
  const seeds = newBaskets.map(({ seed }) => seed)
  const { rows } = await sql<BasketRow>`
    insert into basket (id, state, customer_id, deadline, network, promo, single_use_code, named_code, staff_id, delivery, billing, notes)
    select id, 'open', customer_id, deadline, network, promo, single_use_code, named_code, staff_id, delivery::jsonb, billing::jsonb, notes::jsonb from unnest(
      ${newBaskets.map(({ id }) => id)}::uuid[], ${seeds.map((seed) => seed.customer_id ?? null)}::uuid[],
      ${newBaskets.map(({ deadline }) => deadline.toISOString())}::timestamptz[], ${newBaskets.map(({ network }) => network)}::text[],
      ${seeds.map((seed) => seed.promo ?? null)}::text[], ${seeds.map((seed) => seed.single_use_code ?? null)}::text[],
      ${seeds.map((seed) => seed.named_code ?? null)}::text[],
      ${seeds.map((seed) => seed.staff_id ?? null)}::uuid[],
      ${newBaskets.map(({ seed, brand }) => JSON.stringify(seed.delivery ?? { method: brand.delivery[0]!.method, address: null }))}::text[],
      ${seeds.map((seed) => (seed.billing ? JSON.stringify(seed.billing) : null))}::text[],
      ${seeds.map((seed) => JSON.stringify(seed.notes ?? { order: '', access: '' }))}::text[])
      as opened (id, customer_id, deadline, network, promo, single_use_code, named_code, staff_id, delivery, billing, notes)
    returning *, false as "lapsedNow"`.execute(trx)
  return rows
}

/** Extends baskets that got seats: sets the deadline and clears the list of lapsed seats. */
export async function renewBaskets(
  trx: Transaction<Database>,
  baskets: readonly (HoldTerms & { readonly id: string })[],
): Promise<BasketRow[]> {
  if (baskets.length === 0) return []
  const { rows } = await sql<BasketRow>`
    update basket set deadline = renewed.deadline, network = renewed.network, lapsed = '[]', last_payment = null, version = version + 1
    from unnest(
      ${baskets.map(({ id }) => id)}::uuid[], ${baskets.map(({ deadline }) => deadline.toISOString())}::timestamptz[],
      ${baskets.map(({ network }) => network)}::text[]) as renewed (id, deadline, network)
    where basket.id = renewed.id returning basket.*, false as "lapsedNow"`.execute(trx)
  return rows
}

/** Inserts tickets for held seats, at the price of the hold. */
export async function writeTickets(
  trx: Transaction<Database>,
  tickets: readonly (SeatWithPrice & {
    readonly id: string
    readonly basket: string
    readonly performance: string
    /** Version of the price list; null for a separate price. */
    readonly version: number | null
    readonly series: string | null
  })[],
): Promise<Selectable<BasketTicketTable>[]> {
  if (tickets.length === 0) return []
  const { rows } = await sql<TicketRow>`
    insert into basket_ticket (id, basket_id, performance_id, seat, band, price_type, price, fee, price_version, series)
    select * from unnest(
      ${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ basket }) => basket)}::uuid[], ${tickets.map(({ performance }) => performance)}::text[],
      ${tickets.map(({ index }) => index)}::int[], ${tickets.map(({ band }) => band)}::text[], ${tickets.map(({ priceType }) => priceType)}::text[],
      ${tickets.map(({ price }) => price)}::int[], ${tickets.map(({ fee }) => fee)}::int[],
      ${tickets.map(({ version }) => version)}::int[], ${tickets.map(({ series }) => series)}::uuid[])
    returning *`.execute(trx)
  return rows
}
