import type { Address, Billing } from '@playhouse/api-client/contract'
import { extendHold } from '@playhouse/domain/basket'
import type { DeliveryMethod } from '@playhouse/domain/brand'
import { type RawBuilder, sql } from 'kysely'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Notes, transact } from '#db'
import { extendHolds } from '#modules/seating'
import {
  type Actor,
  type BasketRow,
  type BasketSeed,
  expireBasket,
  lockBasket,
  moveBasket,
  openBasket,
  seatsByPerformance,
  ticketsOf,
  releaseBasketSeats,
} from './basket-row.ts'
import { type BasketDeps, readClock, editBasket, hasOpenLink } from './edit-basket.ts'
import { isBasketEmpty } from './items.ts'

/** Extends the deadline of a basket and of all its holds. */
export async function extendBasket(deps: BasketDeps, id: string, actor: Actor): Promise<Result<unknown, Problem>> {
  const { holdSeconds, maxExtensions } = deps.brand.limits
  return editBasket(deps, id, actor, 'extend', async (trx, basket): Promise<Result<unknown, Problem>> => {
    if (!basket.deadline) return fail(problem('basket-empty'))
    const { now } = await readClock(trx, 0)
    const clock = extendHold(
      { deadline: basket.deadline.getTime(), extensions: basket.extensions },
      { holdSeconds, maxExtensions },
      now.getTime(),
    )
    if (!clock?.deadline) return fail(problem('extension-limit', { maximum: maxExtensions }))
    const deadline = new Date(clock.deadline)
    const performances = seatsByPerformance(await ticketsOf(trx, id)).map((seatSet) => seatSet.performance)
    await extendHolds(trx, id, performances, deadline)
    await trx.updateTable('basket').set({ deadline, extensions: clock.extensions }).where('id', '=', id).execute()
    return ok({ deadline, extensions: clock.extensions })
  })
}

export async function setDelivery(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  delivery: { method: DeliveryMethod; address: Address | null },
): Promise<Result<unknown, Problem>> {
  const option = deps.brand.delivery.find((each) => each.method === delivery.method)
  if (!option) return fail(problem('delivery-unavailable'))
  if (option.needsAddress && !delivery.address) return fail(problem('invalid-input', { fields: ['address'] }))
  return updateFilledBasket(deps, id, actor, 'set-delivery', { delivery: JSON.stringify(delivery) })
}

/**
 * Sets the notes and, if given, whether the terms are accepted. The visitor can withdraw the acceptance until the order is paid.
 * Without `dietary` that note stays.
 * @returns `invalid-input` for a dietary note that the brand does not ask for, or a longer one
 */
export async function setNotes(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  { termsAccepted, dietary, ...text }: Notes & { termsAccepted?: boolean | undefined },
): Promise<Result<unknown, Problem>> {
  if (dietary !== undefined && dietary.length > (deps.brand.limits.dietaryNote ?? 0))
    return fail(problem('invalid-input', { fields: ['dietary'] }))
  const terms = termsAccepted === undefined ? {} : { terms_at: termsAccepted ? sql<Date>`now()` : null }
  return updateFilledBasket(deps, id, actor, 'set-notes', { notes: withDietaryNote(text, dietary), ...terms })
}

export async function setBilling(deps: BasketDeps, id: string, actor: Actor, billing: Billing): Promise<Result<unknown, Problem>> {
  return updateFilledBasket(deps, id, actor, 'set-billing', { billing: JSON.stringify(billing) })
}

/** The stored notes: a dietary note only where there is one, and the present one where it is undefined. */
const withDietaryNote = (text: Omit<Notes, 'dietary'>, dietary: string | undefined): RawBuilder<string> =>
  dietary === undefined
    ? sql`${JSON.stringify(text)}::jsonb || case when notes ? 'dietary' then jsonb_build_object('dietary', notes -> 'dietary') else '{}' end`
    : sql`${JSON.stringify({ ...text, ...(dietary !== '' && { dietary }) })}::jsonb`

type Columns = { delivery?: string; notes?: RawBuilder<string>; terms_at?: RawBuilder<Date> | null; billing?: string }

async function updateFilledBasket(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  verb: string,
  columns: Columns,
): Promise<Result<unknown, Problem>> {
  return editBasket(deps, id, actor, verb, async (trx): Promise<Result<unknown, Problem>> => {
    if (await isBasketEmpty(trx, id)) return fail(problem('basket-empty'))
    await trx.updateTable('basket').set(columns).where('id', '=', id).execute()
    return ok(undefined)
  })
}

type ResetResult = Result<string, Problem<'basket-paying' | 'payment-link-open'>>

/**
 * Releases every seat and ends the basket. The new basket keeps the entered details.
 * @returns the id of the new basket
 */
export async function resetBasket(deps: BasketDeps, id: string, actor: Actor): Promise<ResetResult> {
  return transact(deps.db, async (trx): Promise<ResetResult> => {
    const basket = await lockBasket(trx, id)
    if (!basket.lapsedNow && (await hasOpenLink(trx, basket))) return fail(problem('payment-link-open'))
    if (basket.state === 'paying') return fail(problem('basket-paying'))
    if (basket.lapsedNow) await expireBasket(trx, basket, actor)
    const current = basket.lapsedNow ? await lockBasket(trx, id) : basket
    if (current.state === 'open') {
      await releaseBasketSeats(trx, current, actor)
      await moveBasket(trx, current, 'reset', actor)
    }
    return ok(await openBasket(trx, deps.brand, seedOf(basket)))
  })
}

/** What a visitor entered, for the next basket. At the counter that is another sale, whose address is not known. */
const seedOf = ({ customer_id, delivery, billing, notes, promo, single_use_code, named_code, staff_id }: BasketRow): BasketSeed => ({
  ...{
    customer_id,
    delivery: staff_id === null ? delivery : { ...delivery, address: null },
    billing,
    notes,
    promo,
    single_use_code,
    named_code,
    staff_id,
  },
})

/**
 * Forgets which seats and pieces a basket lost at its deadline. An expired basket is replaced by one without contents.
 * @returns the id of the basket, or of the one that replaces it
 */
export async function dismissLapsed(deps: BasketDeps, id: string, actor: Actor): Promise<Result<string, Problem<'basket-paying'>>> {
  return transact(deps.db, async (trx): Promise<Result<string, Problem<'basket-paying'>>> => {
    const basket = await lockBasket(trx, id)
    if (basket.state === 'paying') return fail(problem('basket-paying'))
    if (basket.lapsedNow) await expireBasket(trx, basket, actor)
    const { state } = basket.lapsedNow ? await lockBasket(trx, id) : basket
    if (state === 'expired') return ok(await openBasket(trx, deps.brand, { ...seedOf(basket), adds_to_order: basket.adds_to_order }))
    await trx
      .updateTable('basket')
      .set((eb) => ({ lapsed: '[]', lapsed_items: '[]', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return ok(id)
  })
}
