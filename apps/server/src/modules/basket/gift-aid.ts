import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { readAccountGiftAid, recordGiftAid } from '#modules/consent'
import type { Basket } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { giftAidOn, giftAidWording, isGiftAided } from '@playhouse/domain/giving'
import { add, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor, BasketRow } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { isBasketEmpty } from './items.ts'

/**
 * Declares Gift Aid for the donations of a basket, or withdraws the declaration. Each answer is stored with its wording and time.
 */
export async function setGiftAid(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  customer: string,
  isDeclared: boolean,
): Promise<Result<unknown, Problem>> {
  if (!deps.brand.features.giftAid) return fail(problem('page-not-found'))
  return editBasket(deps, id, actor, 'set-gift-aid', async (trx, basket): Promise<Result<unknown, Problem>> => {
    if (await isBasketEmpty(trx, id)) return fail(problem('basket-empty'))
    await trx.updateTable('basket').set({ gift_aid_answer: isDeclared }).where('id', '=', id).execute()
    if (basket.gift_aid_answer !== isDeclared) await recordGiftAid(trx, customer, { isDeclared, wording: giftAidWording })
    return ok({ isDeclared })
  })
}

/**
 * Whether Gift Aid is claimed on the donations of a basket: by the basket's answer, or else by the declaration of the customer's
 * account.
 */
export async function isBasketGiftAided(
  db: Kysely<Database>,
  { features }: Pick<Brand, 'features'>,
  { gift_aid_answer, customer_id }: Pick<BasketRow, 'gift_aid_answer' | 'customer_id'>,
): Promise<boolean> {
  if (!features.giftAid) return false
  const account = gift_aid_answer === null && customer_id !== null ? await readAccountGiftAid(db, customer_id) : undefined
  return isGiftAided(gift_aid_answer, account)
}

/** The Gift Aid on a basket; null if the basket has no donation or the brand no Gift Aid. */
export async function readGiftAid(
  { db, brand }: Pick<BasketDeps, 'db' | 'brand'>,
  basket: Pick<BasketRow, 'gift_aid_answer' | 'customer_id'>,
  items: Basket['items'],
): Promise<Basket['giftAid']> {
  const donationTotal = add(...items.filter(({ kind }) => kind === 'donation').map(({ amount }) => money(amount)))
  if (!brand.features.giftAid || donationTotal === 0) return null
  return { isDeclared: await isBasketGiftAided(db, brand, basket), amount: giftAidOn(donationTotal) }
}
