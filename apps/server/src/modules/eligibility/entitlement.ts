import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { accessOf } from '#modules/access'
import { membershipsOf } from '#modules/membership'
import { promoOf } from '#modules/promo'
import { type Entitlement, anonymousVisitor } from '@playhouse/domain/eligibility'

/** The subject of an entitlement: a customer by the account, any visitor by the promo code on the basket. */
export type EntitlementSubject = {
  readonly customer: string | null | undefined
  readonly basket: string | undefined
  /** Whether staff sell to them at the counter: then kept seats are available. */
  readonly isAtCounter?: boolean
}

/** Loads a visitor's entitlement. Without account and basket it needs no query. */
export async function loadEntitlement(
  db: Kysely<Database>,
  timeZone: string,
  { customer, basket, isAtCounter = false }: EntitlementSubject,
): Promise<Entitlement> {
  if (!customer && !basket) return { ...anonymousVisitor, isStaff: isAtCounter }
  const { memberships, access, rule } = await db
    .selectNoFrom([
      membershipsOf(customer ?? null, timeZone).as('memberships'),
      accessOf(customer ?? null).as('access'),
      promoOf(basket ?? null).as('rule'),
    ])
    .executeTakeFirstOrThrow()
  return { memberships, access: access ?? undefined, promo: rule ?? undefined, isStaff: isAtCounter }
}
