import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { areTermsAvailable, endTerm, readTerms, startTerm } from '#modules/membership'
import type { Brand } from '@playhouse/domain/brand'
import { type MembershipDetail, type StoredDetail, withMembershipQuote } from '@playhouse/domain/item-offer'
import { findAgeProblem } from '@playhouse/domain/membership'
import { quoteMembership } from '@playhouse/domain/membership-term'
import { problem } from '@playhouse/domain/problem'
import type { ItemModule } from './item-module.ts'

const detailOf = (detail: StoredDetail): MembershipDetail => {
  if (!detail || !('membership' in detail)) throw new Error('membership without its level')
  return detail
}

/** Quotes a membership for its buyer by the terms that they have. */
async function quoteFor(db: Kysely<Database>, brand: Brand, customer: string, { membership, upgradeFrom = null }: MembershipDetail) {
  const { terms, today } = await readTerms(db, customer, brand.timeZone)
  return { today, quote: quoteMembership(brand.memberships, terms, { membership, from: upgradeFrom }, today) }
}

export const membership: ItemModule = {
  /**
   * A guest must sign in; a member holds it already, and its renewal window is closed; there is nothing to upgrade; or the buyer's
   * age on this day is not one of its ages.
   */
  findBuyerProblem: async (trx, brand, customer, { product, detail }) => {
    const { rows } = await sql<{ is_guest: boolean; birth_date: string | null }>`
      select is_guest, birth_date::text from customer where id = ${customer}::uuid`.execute(trx)
    const [buyer] = rows
    if (!buyer || buyer.is_guest) return problem('login-required')
    const { today, quote } = await quoteFor(trx, brand, customer!, detailOf(detail))
    if (!quote.ok) return quote.error
    const level = brand.memberships.find(({ id }) => id === product)
    return level && findAgeProblem(level, buyer.birth_date, today)
  },
  priceForBuyer: async (trx, brand, customer, detail) => {
    const { quote } = await quoteFor(trx, brand, customer!, detailOf(detail))
    if (!quote.ok) throw new Error(`membership that its buyer may not buy: ${quote.error.code}`)
    return { amount: quote.value.amount, detail: withMembershipQuote(brand, detailOf(detail), quote.value) }
  },
  isAvailable: (trx, { detail }, customer) => areTermsAvailable(trx, customer, detailOf(detail)),
  settle: (trx, { detail, amount }, { order, customer }, actor) =>
    startTerm(trx, { detail: detailOf(detail), amount, order, customer }, actor),
  giveBack: (trx, { order, product }, actor) => endTerm(trx, order, product, actor),
}
