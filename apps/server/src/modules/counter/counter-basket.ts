import type { Address } from '@playhouse/api-client/contract'
import { auditCustomer, transact } from '#db'
import {
  type Actor,
  type BasketDeps,
  type BasketRow,
  type CannotEdit,
  editBasket,
  expireIfLapsed,
  findBasket,
  isBasketEmpty,
  openBasket,
} from '#modules/basket'
import { staffActor } from '#modules/staff'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

type CounterSelection = { readonly staff: string; readonly customer: string | undefined; readonly basket: string | undefined }

/** Returns the id of the counter's basket, or opens a new one where there is none or it has ended. The default delivery is collection. */
export async function ensureCounterBasket({ db, brand }: BasketDeps, { staff, customer, basket }: CounterSelection): Promise<string> {
  const current = basket === undefined ? undefined : await findBasket(db, basket)
  if (current && (current.lapsedNow ? await expireIfLapsed(db, current.id, { name: staffActor({ id: staff }) }) : isCurrent(current)))
    return current.id
  const collection = brand.delivery.find(({ method, fee }) => method === 'collect' && fee === 0) ?? brand.delivery[0]!
  const delivery = { method: collection.method, address: null }
  return openBasket(db, brand, { staff_id: staff, customer_id: customer ?? null, delivery })
}

const isCurrent = ({ state }: Pick<BasketRow, 'state'>): boolean => state === 'open' || state === 'paying'

/** Assigns the basket to another customer, or to none. Removes the vouchers, the credit and the address of the previous customer. */
export async function changeBasketCustomer(
  deps: BasketDeps,
  basket: string,
  customer: string | null,
  actor: Actor,
): Promise<Result<unknown, CannotEdit>> {
  const current = await findBasket(deps.db, basket)
  if (!current || !isCurrent(current) || current.customer_id === customer) return ok(undefined)
  if (current.lapsedNow && !(await expireIfLapsed(deps.db, basket, actor))) return ok(undefined)
  return editBasket(deps, basket, actor, 'hand-over', async (trx) => {
    await trx.deleteFrom('basket_voucher').where('basket_id', '=', basket).execute()
    const delivery = JSON.stringify({ ...current.delivery, address: null })
    await trx
      .updateTable('basket')
      .set({ customer_id: customer, credit_seen: null, ...(current.customer_id !== null && { delivery }) })
      .where('id', '=', basket)
      .execute()
    return ok({ customer })
  })
}

/** Sets the address that goods by post are sent to. @returns `basket-empty` where nothing is sold */
export async function setAddressAtCounter(
  deps: BasketDeps,
  basket: string,
  actor: Actor,
  address: Address,
): Promise<Result<unknown, Problem>> {
  return editBasket(deps, basket, actor, 'set-delivery', async (trx, { delivery }): Promise<Result<unknown, Problem>> => {
    if (await isBasketEmpty(trx, basket)) return fail(problem('basket-empty'))
    await trx
      .updateTable('basket')
      .set({ delivery: JSON.stringify({ ...delivery, address }) })
      .where('id', '=', basket)
      .execute()
    return ok(undefined)
  })
}

/** Audits each customer lookup by staff, because it shows notes and access needs. */
export async function auditServing({ db }: BasketDeps, customer: string, actor: Actor): Promise<void> {
  await transact(db, (trx) => auditCustomer(trx, customer, actor, { verb: 'serve' }))
}
