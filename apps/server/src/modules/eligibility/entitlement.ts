import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { accessOf } from '#modules/access'
import { membershipsInBasket, membershipsOf } from '#modules/membership'
import { programmesOf } from '#modules/programme'
import { promoOf } from '#modules/promo'
import { type Entitlement, anonymousVisitor, withChosenMemberships } from '@playhouse/domain/eligibility'

/** The subject of an entitlement: a customer by the account and the memberships in the basket, any visitor by the promo code on the basket. */
export type EntitlementSubject = {
  readonly customer: string | null | undefined
  readonly basket: string | undefined
  /** The key of their session; absent for the session that has the basket. */
  readonly session?: string | undefined
  /** Whether staff sell to them at the counter: then kept seats are available. */
  readonly isAtCounter?: boolean
}

/** An entitlement, and which of its memberships are held: the others are in the basket. */
type LoadedEntitlement = Entitlement & { readonly held: readonly string[] }

/** Loads a visitor's entitlement. Without account and basket it needs no query. */
export async function loadEntitlement(
  db: Kysely<Database>,
  timeZone: string,
  { customer, basket, session, isAtCounter = false }: EntitlementSubject,
): Promise<LoadedEntitlement> {
  if (!customer && !basket) return { ...anonymousVisitor, isStaff: isAtCounter, held: [] }
  const { held, chosen, access, rule, programmes } = await db
    .selectNoFrom([
      membershipsOf(customer ?? null, timeZone).as('held'),
      membershipsInBasket(customer ?? null, basket ?? null).as('chosen'),
      accessOf(customer ?? null).as('access'),
      promoOf(basket ?? null).as('rule'),
      programmesOf({ customer: customer ?? null, session: session ?? null, basket: basket ?? null }).as('programmes'),
    ])
    .executeTakeFirstOrThrow()
  const memberships = withChosenMemberships(held, chosen)
  return {
    memberships,
    held,
    access: access ?? undefined,
    promo: rule ?? undefined,
    programmes,
    isStaff: isAtCounter,
    customer: customer ?? undefined,
  }
}
