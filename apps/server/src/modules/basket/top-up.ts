import { sql, type Transaction } from 'kysely'
import { type Database, newId } from '#db'
import { mostItems } from '@playhouse/domain/item-kind'
import { topUpOf } from '@playhouse/domain/stored-detail'
import { offerTopUp } from '@playhouse/domain/top-up-item'
import { money, zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { TopUp } from '@playhouse/domain/top-up'
import { type Actor, ticketsOf } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { isBasketEmpty, itemsOf } from './items.ts'
import { loadAppliedOffers } from './applied-offers.ts'
import { withPriceRules } from './price-rules.ts'
import { currentItems } from './basket-lines.ts'

/** Stored as the amount of a top-up that was just added: the current amount is computed at each read. */
const placeholder = money(1)

/**
 * Adds a top-up to a basket, or leaves the one that is there.
 * @returns `page-not-found` where the brand does not offer it, no fund is open, or there is nothing to add
 */
export async function addTopUp(deps: BasketDeps, id: string, actor: Actor, topUp: TopUp): Promise<Result<unknown, Problem>> {
  return editBasket(deps, id, actor, 'add-top-up', async (trx, basket): Promise<Result<unknown, Problem>> => {
    if (await isBasketEmpty(trx, id)) return fail(problem('basket-empty'))
    const offer = offerTopUp(deps.brand, topUp, await todayIn(trx, deps.brand.timeZone))
    if (!offer) return fail(problem('page-not-found'))
    const items = await itemsOf(trx, id)
    if (items.some(({ detail }) => topUpOf(detail) === topUp)) return ok({ topUp })
    if (items.length >= mostItems) return fail(problem('basket-full', { maximum: mostItems }))
    const tickets = await withPriceRules(deps, await ticketsOf(trx, id))
    const added = { ...offer, id: newId(), performance_id: null, amount: placeholder }
    const offers = await loadAppliedOffers({ ...deps, db: trx }, basket, tickets)
    const amount = currentItems(deps, basket, tickets, offers, [...items, added]).at(-1)?.amount ?? zero
    if (amount === 0) return fail(problem('page-not-found'))
    const { kind, product, quantity, detail } = offer
    await trx
      .insertInto('basket_item')
      .values({ id: added.id, basket_id: id, kind, product, quantity, amount, detail: JSON.stringify(detail) })
      .execute()
    return ok({ topUp, amount })
  })
}

async function todayIn(trx: Transaction<Database>, timeZone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone ${timeZone})::date::text as today`.execute(trx)
  return rows[0]!.today
}
