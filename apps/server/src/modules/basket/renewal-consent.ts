import type { Basket } from '@playhouse/api-client/contract'
import { hasAccountPage } from '@playhouse/domain/account'
import type { Locale } from '@playhouse/domain/brand'
import { calendarDay } from '@playhouse/domain/calendar'
import { renewalOfferOf } from '@playhouse/domain/item-offer'
import { hasRenewalConsent } from '@playhouse/domain/stored-detail'
import { isCurrentOffer, type RenewalOffer, renewalWording } from '@playhouse/domain/membership-renewal'
import type { Money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { renewalConsentText } from '#modules/messages'
import type { Actor, BasketRow } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { type ItemRow, itemsOf } from './items.ts'

/** What a buyer agrees to, as they saw it. */
type ShownRenewal = RenewalOffer & { readonly wording: string }

/**
 * Stores whether the buyer of a membership agrees to its automatic renewal, with the text, its version, the amount and the day. It
 * becomes valid with the order, if the payment saves a card.
 * @param shown null to withdraw it
 * @returns `price-changed` where another text, amount or day was shown, or where no card can be saved
 */
export async function setRenewalConsent(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  { item: itemId, shown, locale }: { readonly item: string; readonly shown: ShownRenewal | null; readonly locale: Locale },
): Promise<Result<unknown, Problem>> {
  const { brand } = deps
  return editBasket(deps, id, actor, 'set-renewal', async (trx): Promise<Result<unknown, Problem>> => {
    const item = (await itemsOf(trx, id)).find((each) => each.id === itemId)
    if (!item?.detail || !('membership' in item.detail)) return fail(problem('basket-line-unknown'))
    const { autoRenewal: _, ...detail } = item.detail
    const now = new Date(await deps.catalogue.now()).toISOString()
    const offer = renewalOfferOf(brand, detail, calendarDay(now, brand.timeZone))
    if (shown && (!keepsCards(deps) || !isCurrentOffer(offer, shown))) return fail(problem('price-changed'))
    const { name, months } = detail
    const consent = shown && {
      ...{ wording: shown.wording, amount: shown.amount, on: shown.on, locale, currency: brand.currency, agreedAt: now },
      text: renewalConsentText(brand, locale, { name, months, price: shown.amount, on: shown.on, isDebit: false }),
    }
    await trx
      .updateTable('basket_item')
      .set({ detail: JSON.stringify({ ...detail, ...(consent && { autoRenewal: consent }) }) })
      .where('id', '=', itemId)
      .execute()
    return ok({ item: itemId, isAgreed: shown !== null })
  })
}

/** Whether a payment can save a card, and the account has a page to remove it. */
const keepsCards = ({ brand, provider }: BasketDeps): boolean => provider?.keepsCards === true && hasAccountPage(brand, 'payment-cards')

/**
 * The automatic renewals that the buyer of the memberships in a basket can agree to. There are none where no card pays.
 * @param leftToPay minor units
 */
export async function readRenewalOffers(
  deps: BasketDeps,
  { customer_id, staff_id }: Pick<BasketRow, 'customer_id' | 'staff_id'>,
  items: readonly ItemRow[],
  leftToPay: Money,
): Promise<Basket['renewalOffers']> {
  const memberships = items.filter(({ kind }) => kind === 'membership')
  if (memberships.length === 0 || customer_id === null || staff_id !== null || leftToPay === 0 || !keepsCards(deps)) return []
  const today = calendarDay(new Date(await deps.catalogue.now()).toISOString(), deps.brand.timeZone)
  return memberships.flatMap(({ id, detail }) => {
    const offer = renewalOfferOf(deps.brand, detail, today)
    return offer ? [{ item: id, ...offer, wording: renewalWording, isAgreed: hasRenewalConsent(detail) }] : []
  })
}
