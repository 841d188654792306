import { type Actor, auditCustomer, newId, transact } from '#db'
import { endConsent, lockMember, readTerms } from '#modules/membership'
import { renewalConsentText } from '#modules/messages'
import { canChargeLater, type PaymentDeps } from '#modules/payment'
import type { Locale } from '@playhouse/domain/brand'
import { chargeDay, renewableTerms, renewalWording } from '@playhouse/domain/membership-renewal'
import type { Money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** What a member agrees to, as they saw it. */
export type Agreement = {
  /** The id of the term that is renewed first. */
  readonly term: string
  readonly wording: string
  /** The amount that was shown, in minor units. */
  readonly amount: Money
  /** The day of the first charge that was shown, an ISO date. */
  readonly on: string
  /** The mandate that pays; null for the preferred saved card. */
  readonly directDebit: string | null
  readonly locale: Locale
}
type AgreementProblem = Problem<'page-not-found' | 'price-changed' | 'details-not-updated'>

/**
 * Records that a member agrees to automatic renewals: the text, its version, the amount and what pays. A new agreement replaces an
 * earlier one.
 * @returns `price-changed` where another amount or day was shown, `details-not-updated` without a card or mandate that can pay
 */
export function agreeToRenewals(
  deps: PaymentDeps,
  customer: string,
  { term: id, wording, amount, on, directDebit, locale }: Agreement,
  actor: Actor,
): Promise<Result<null, AgreementProblem>> {
  const { brand } = deps
  return transact(deps.db, async (trx): Promise<Result<null, AgreementProblem>> => {
    await lockMember(trx, customer)
    const { terms, today } = await readTerms(trx, customer, brand.timeZone)
    const offer = renewableTerms(brand.memberships, terms, today).find(({ term }) => term.id === id)
    if (!offer) return fail(problem('page-not-found'))
    const day = chargeDay(offer.term, directDebit === null ? 'card' : 'direct-debit', today)
    if (offer.price !== amount || day !== on || wording !== renewalWording) return fail(problem('price-changed'))
    if (!(await canChargeLater(trx, deps, customer, directDebit))) return fail(problem('details-not-updated'))
    const { membership } = offer.term
    await endConsent(trx, { customer, membership }, 'replaced', actor)
    const text = renewalConsentText(brand, locale, { ...offer, on, isDebit: directDebit !== null })
    await trx
      .insertInto('renewal_consent')
      .values({
        ...{ id: newId(), customer_id: customer, membership, wording, text, locale, amount, currency: brand.currency },
        mandate_id: directDebit,
      })
      .execute()
    await auditCustomer(trx, customer, actor, { verb: 'agree-to-renewals', detail: { membership, amount, wording } })
    return ok(null)
  })
}

/** Turns automatic renewals of a membership off, at once. @returns `page-not-found` where they are not on */
export function stopRenewals(
  { db }: Pick<PaymentDeps, 'db'>,
  customer: string,
  term: string,
  actor: Actor,
): Promise<Result<null, Problem<'page-not-found'>>> {
  return transact(db, async (trx): Promise<Result<null, Problem<'page-not-found'>>> => {
    await lockMember(trx, customer)
    const row = await trx
      .selectFrom('membership')
      .select('membership')
      .where('id', '=', term)
      .where('customer_id', '=', customer)
      .executeTakeFirst()
    const isEnded = row && (await endConsent(trx, { customer, membership: row.membership }, 'member', actor))
    return isEnded ? ok(null) : fail(problem('page-not-found'))
  })
}
