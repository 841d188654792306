import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { accessOf } from '#modules/access'
import { membershipsOf } from '#modules/membership'
import { promoOf } from '#modules/promo'
import { type Entitlement, anonymousVisitor } from '@playhouse/domain/eligibility'

/** Whom the box office may know: a customer by their account, anybody by the code on their basket. */
export type EntitlementSubject = {
  readonly customer: string | null | undefined
  readonly basket: string | undefined
  /** The counter sells to them: what the house has, they may have. */
  readonly isAtCounter?: boolean
}

/** What somebody is to the box office now. Who has neither account nor basket costs no question. */
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
