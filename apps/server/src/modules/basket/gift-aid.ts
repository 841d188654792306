import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db'
import { readAccountGiftAid, readDonor, recordAccountGiftAid, recordGiftAid } from '#modules/consent'
import type { Basket } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import {
  type AccountGiftAidWording,
  giftAidOn,
  giftAidWording,
  type GiftAidWording,
  isAccountGiftAidWording,
  isGiftAided,
} from '@playhouse/domain/giving'
import { add, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor, BasketRow } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { isBasketEmpty } from './items.ts'

/**
 * Declares Gift Aid for the donations of a basket, or withdraws the declaration. Each answer is stored with its wording and time. With a
 * wording of the account it is declared there, and the basket follows the account.
 * @returns `login-required` for a declaration at the account of a guest, `gift-aid-address-required` without name and home address
 */
export async function setGiftAid(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  customer: string,
  { isDeclared, wording = giftAidWording }: { readonly isDeclared: boolean; readonly wording?: GiftAidWording | undefined },
): Promise<Result<unknown, Problem>> {
  if (!deps.brand.features.giftAid) return fail(problem('page-not-found'))
  return editBasket(deps, id, actor, 'set-gift-aid', async (trx, basket): Promise<Result<unknown, Problem>> => {
    if (await isBasketEmpty(trx, id)) return fail(problem('basket-empty'))
    const isForAccount = isDeclared && isAccountGiftAidWording(wording)
    const refusal = isForAccount && (await declareAtAccount(trx, customer, wording))
    if (refusal) return fail(refusal)
    const answer = isForAccount ? null : isDeclared
    await trx.updateTable('basket').set({ gift_aid_answer: answer }).where('id', '=', id).execute()
    if (answer !== null && basket.gift_aid_answer !== answer) await recordGiftAid(trx, customer, { isDeclared, wording: giftAidWording })
    return ok({ isDeclared })
  })
}

/** Declares Gift Aid at the account of a customer, once for each wording. @returns why it cannot */
async function declareAtAccount(
  trx: Transaction<Database>,
  customer: string,
  wording: AccountGiftAidWording,
): Promise<Problem | undefined> {
  const { is_guest } = await trx.selectFrom('customer').select('is_guest').where('id', '=', customer).executeTakeFirstOrThrow()
  if (is_guest) return problem('login-required')
  if (!(await readDonor(trx, customer))) return problem('gift-aid-address-required')
  const current = await readAccountGiftAid(trx, customer)
  if (!current?.isDeclared || current.wording !== wording) await recordAccountGiftAid(trx, customer, true, wording)
  return undefined
}

/**
 * Whether Gift Aid is claimed on the donations of a basket: by the basket's answer, or else by the declaration of the customer's
 * account.
 */
async function isBasketGiftAided(
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
