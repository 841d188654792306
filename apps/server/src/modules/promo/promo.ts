import { type Kysely, type RawBuilder, sql } from 'kysely'
import { audit, type Database, transact } from '#db'
import { promoCodeOf, type PromoRule, promoRuleSchema } from '@playhouse/domain/promo'

export type Promo = { readonly code: string; readonly name: string; readonly rule: PromoRule }

/** A code is valid between its dates and while uses are left; a basket with a reserved use keeps it. */
const isLive = (basket: string | null): RawBuilder<boolean> => sql`(
  (p.starts_at is null or p.starts_at <= now()) and (p.ends_at is null or p.ends_at > now())
  and (p.max_uses is null or p.used < p.max_uses
    or exists (select 1 from promo_use u where u.basket_id = ${basket}::uuid and u.code = p.code and u.state <> 'released')))`

/** The rule of a basket's code, while it is valid. For a `select`. */
export const promoOf = (basket: string | null): RawBuilder<PromoRule | null> =>
  sql`(select p.rule from basket b join promo p on p.code = b.promo where b.id = ${basket}::uuid and ${isLive(basket)})`

/** Finds a valid code. @returns undefined for an unknown, expired or used-up code */
export async function findPromo(db: Kysely<Database>, code: string, basket: string): Promise<Promo | undefined> {
  const { rows } = await sql<Promo>`
    select p.code, p.name, p.rule from promo p where p.code = ${code} and ${isLive(basket)}`.execute(db)
  return rows[0]
}

/** A code to announce. Without dates it is valid at once and forever. */
export type AnnouncedPromo = Promo & {
  readonly maxUses?: number
  readonly perCustomer?: number
  readonly startsAt?: Date
  readonly endsAt?: Date
}

/**
 * Creates a code, or changes its rule; its number of uses stays. Open baskets with the code get a new version, so that their
 * customers see the new total before they pay.
 * @throws ZodError for an invalid rule
 */
export async function announcePromo(db: Kysely<Database>, promo: AnnouncedPromo, actor: { readonly name: string }): Promise<void> {
  const code = promoCodeOf(promo.code)
  const row = {
    name: promo.name,
    rule: JSON.stringify(promoRuleSchema.parse(promo.rule)),
    starts_at: promo.startsAt ?? null,
    ends_at: promo.endsAt ?? null,
    max_uses: promo.maxUses ?? null,
    per_customer: promo.perCustomer ?? null,
  }
  await transact(db, async (trx) => {
    await trx
      .insertInto('promo')
      .values({ code, ...row })
      .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
      .execute()
    await trx
      .updateTable('basket')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('promo', '=', code)
      .where('state', '=', 'open')
      .execute()
    await audit(trx, { actor: actor.name, subject: 'promo', subjectId: code, verb: 'announce', detail: promo })
  })
}
