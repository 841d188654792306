import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { type FoodDetail, mostGuestsByNetwork, mostGuestsByWideNetwork } from '@playhouse/domain/food-order'
import { lapsedItemOf } from '@playhouse/domain/lapsed-item'
import { wideNetworkPrefix } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/**
 * An order of food that a basket holds or buys: its guests have room at its collection point. `network`: whose guests are limited; absent
 * for none. `isVerified`: whether the visitor has passed the bot check.
 */
type Party = {
  readonly basket: string
  readonly product: string
  readonly detail: FoodDetail
  readonly guests: number
  readonly network?: string | undefined
  readonly isVerified?: boolean | undefined
}

/**
 * Checks that a basket can hold an order of food, in place of the one that it holds. The guests are held from the moment when the item is
 * in the basket: the lock of the serving excludes every other holder until the transaction ends. The caller has locked the basket.
 */
export async function validateGuests(
  trx: Transaction<Database>,
  party: Party,
): Promise<Result<void, Problem<'food-sold-out' | 'food-network-limit' | 'bot-check-required' | 'food-not-found'>>> {
  const { guests, isVerified } = party
  const { name } = party.detail
  const serving = await lockGuests(trx, party)
  if (serving === undefined) return fail(problem('food-not-found'))
  if (guests > serving.placesLeft) return fail(problem('food-sold-out', { name, placesLeft: serving.placesLeft }))
  if (serving.heldByNetwork + guests > serving.mostByNetwork)
    return fail(problem('food-network-limit', { name, maximum: serving.mostByNetwork }))
  if (serving.heldByWideNetwork + guests <= serving.mostByWideNetwork) return ok(undefined)
  return fail(isVerified ? problem('food-network-limit', { name, maximum: serving.mostByWideNetwork }) : problem('bot-check-required'))
}

/**
 * Sells the guests of an order. Call it with the keys in ascending order, so that two orders can't deadlock.
 * @returns false where other baskets hold or have bought the room, or the menu is gone
 */
export async function sellGuests(trx: Transaction<Database>, party: Party): Promise<boolean> {
  const serving = await lockGuests(trx, party)
  if (serving === undefined || party.guests > serving.placesLeft) return false
  await addSold(trx, party.detail, party.guests)
  return true
}

/** Gives the room of a returned order to other guests. */
export const returnGuests = (trx: Transaction<Database>, detail: FoodDetail, guests: number): Promise<void> => addSold(trx, detail, -guests)

/** Whether orders of food are still open, by the database clock, and its menu is sold. */
export async function findFoodProblem(
  trx: Transaction<Database>,
  { menu, point, performance, name }: FoodDetail,
): Promise<Problem<'food-closed' | 'food-not-found'> | undefined> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select clock_timestamp() < p.starts_at - make_interval(mins => s.closes_before) as "isOpen"
    from menu_performance s join performance p on p.id = s.performance_id join menu m on m.id = s.menu_id
      join collection_point o on o.id = s.point_id
    where s.menu_id = ${menu} and s.point_id = ${point} and p.id = ${performance.instance}
      and m.withdrawn_at is null and o.withdrawn_at is null and p.sale = 'on-sale'`.execute(trx)
  const [serving] = rows
  if (!serving) return problem('food-not-found')
  return serving.isOpen ? undefined : problem('food-closed', { name })
}

async function addSold(trx: Transaction<Database>, { menu, point, performance }: FoodDetail, guests: number): Promise<void> {
  await trx
    .updateTable('menu_performance')
    .set((eb) => ({ sold: eb('sold', '+', guests) }))
    .where('menu_id', '=', menu)
    .where('point_id', '=', point)
    .where('performance_id', '=', performance.instance)
    .execute()
}

/** `placesLeft`: guests that no other basket holds or has bought; infinity where they are not counted. */
type LockedServing = {
  readonly placesLeft: number
  readonly heldByNetwork: number
  readonly mostByNetwork: number
  readonly heldByWideNetwork: number
  readonly mostByWideNetwork: number
}
const uncounted: LockedServing = {
  ...{ placesLeft: Infinity, heldByNetwork: 0, mostByNetwork: Infinity, heldByWideNetwork: 0, mostByWideNetwork: Infinity },
}

/** Locks the serving of an order, and counts its guests in other baskets. @returns undefined where it is no longer served */
async function lockGuests(
  trx: Transaction<Database>,
  { basket, product, detail, guests, network, isVerified = false }: Party,
): Promise<LockedServing | undefined> {
  const { menu, point, performance } = detail
  const serving = await trx
    .selectFrom('menu_performance')
    .select(['guests', 'sold'])
    .where('menu_id', '=', menu)
    .where('point_id', '=', point)
    .where('performance_id', '=', performance.instance)
    .forUpdate()
    .executeTakeFirst()
  if (!serving) return undefined
  const { guests: total, sold } = serving
  if (total === null) return uncounted
  const prefix = network === undefined ? undefined : wideNetworkPrefix(network)
  // In statements after the lock: they see what the previous holder of the lock has committed.
  const count = async (): Promise<LockedServing> => {
    const { rows } = await sql<{ held: number; byNetwork: number; byWideNetwork: number }>`
      select coalesce(sum(i.quantity), 0)::int as held,
        coalesce(sum(i.quantity) filter (where b.network = ${network ?? null}), 0)::int as "byNetwork",
        coalesce(sum(i.quantity) filter (where starts_with(b.network, ${prefix ?? null})), 0)::int as "byWideNetwork"
      from basket_item i join basket b on b.id = i.basket_id
      where i.kind = 'food' and not i.has_ended and i.product = ${product} and i.detail ->> 'point' = ${point} and i.basket_id <> ${basket}
        and b.state in ('open', 'paying')`.execute(trx)
    const { held, byNetwork, byWideNetwork } = rows[0]!
    return {
      placesLeft: Math.max(0, total - sold - held),
      heldByNetwork: byNetwork,
      mostByNetwork: network === undefined ? Infinity : mostGuestsByNetwork(total),
      heldByWideNetwork: byWideNetwork,
      mostByWideNetwork: prefix === undefined ? Infinity : mostGuestsByWideNetwork(total, { prefix, isVerified }),
    }
  }
  const first = await count()
  const isEnough =
    guests <= first.placesLeft &&
    first.heldByNetwork + guests <= first.mostByNetwork &&
    first.heldByWideNetwork + guests <= first.mostByWideNetwork
  return isEnough || !(await releaseLapsedGuests(trx, product, point, basket)) ? first : count()
}

/**
 * Removes orders from baskets past their deadline that no process has ended yet, which store what they have lost. A basket that is
 * locked is skipped: its lock is taken before that of a serving, and its transaction may extend the deadline.
 */
async function releaseLapsedGuests(trx: Transaction<Database>, product: string, point: string, basket: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; basket: string; quantity: number; detail: FoodDetail }>`
    select i.id, b.id as basket, i.quantity, i.detail from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'food' and not i.has_ended and i.product = ${product} and i.detail ->> 'point' = ${point} and b.id <> ${basket}
      and b.state = 'open' and b.deadline <= now()
    order by b.id for update of b skip locked`.execute(trx)
  for (const lapsed of rows)
    await trx
      .updateTable('basket')
      .set((eb) => ({
        lapsed_items: sql`lapsed_items || ${JSON.stringify(lapsedItemOf(lapsed))}::jsonb`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', lapsed.basket)
      .execute()
  if (rows.length === 0) return false
  await trx
    .deleteFrom('basket_item')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return true
}
