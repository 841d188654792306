import { areTermsAvailable, endTerm, readMember, recordPurchaseConsent, startTerm } from '#modules/membership'
import { withMembershipQuote } from '@playhouse/domain/item-offer'
import type { MembershipDetail, StoredDetail } from '@playhouse/domain/stored-detail'
import { findAgeProblem } from '@playhouse/domain/membership'
import { quoteMembership } from '@playhouse/domain/membership-term'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { ItemModule } from './item-module.ts'

const detailOf = (detail: StoredDetail): MembershipDetail => {
  if (!detail || !('membership' in detail)) throw new Error('membership without its level')
  return detail
}

export const membership: ItemModule = {
  /**
   * A guest must sign in; a member holds it already, and its renewal window is closed; there is nothing to upgrade; or the buyer's
   * age on this day is not one of its ages.
   */
  offerToBuyer: async (trx, brand, customer, { product, detail: stored }) => {
    const { account, terms, today } = await readMember(trx, customer, brand.timeZone)
    if (!account) return fail(problem('login-required'))
    const detail = detailOf(stored)
    const quote = quoteMembership(brand.memberships, terms, { membership: detail.membership, from: detail.upgradeFrom ?? null }, today)
    if (!quote.ok) return quote
    const level = brand.memberships.find(({ id }) => id === product)
    const ageProblem = level && findAgeProblem(level, account.birthDate, today)
    if (ageProblem) return fail(ageProblem)
    return ok({ amount: quote.value.amount, detail: withMembershipQuote(brand, detail, quote.value) })
  },
  isAvailable: (trx, { detail }, customer) => areTermsAvailable(trx, customer, detailOf(detail)),
  settle: async (trx, { detail: stored, amount }, { order, customer }, actor) => {
    const detail = detailOf(stored)
    await startTerm(trx, { detail, amount, order, customer }, actor)
    if (detail.autoRenewal) await recordPurchaseConsent(trx, { customer, membership: detail.membership, order }, detail.autoRenewal)
  },
  giveBack: (trx, { order, product }, actor) => endTerm(trx, order, product, actor),
}
