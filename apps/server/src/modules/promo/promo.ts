import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { audit, type Database, transact } from '#db'
import type { OfferName } from '@playhouse/domain/offer-name'
import { type DiscountedTickets, promoCodeOf, type PromoRule, promoRuleSchema } from '@playhouse/domain/promo'
import { differsFromNamedCodes, isNamedUsableBy, type StoredNamedCode, storeNamedCodes, type TypedCode } from './named-codes.ts'
import { isUsableBy } from './single-use-codes.ts'

export type Promo = OfferName & { readonly code: string; readonly rule: PromoRule }
/** An offer with its discounted tickets in other orders at the performances of a basket; null without a limit for each performance. */
export type PromoOfBasket = Promo & TypedCode & { readonly others: DiscountedTickets | null }

/** A code is valid between its dates and while uses are left; a basket with a reserved use keeps it. */
const isLive = (basket: string | null): RawBuilder<boolean> => sql`(
  (p.starts_at is null or p.starts_at <= now()) and (p.ends_at is null or p.ends_at > now())
  and (p.max_uses is null or p.used < p.max_uses
    or exists (select 1 from promo_use u where u.basket_id = ${basket}::uuid and u.code = p.code and u.state <> 'released')))`

/** Columns of {@link PromoOfBasket}. */
const columnsFor = (
  basket: string,
): RawBuilder<unknown> => sql`p.code, p.name, p.names, p.rule, case when p.rule -> 'mostPerPerformance' is not null then (
  select coalesce(jsonb_object_agg(c.performance_id, c.tickets - coalesce((u.tickets ->> c.performance_id)::int, 0)), '{}')
  from promo_performance c left join promo_use u on u.basket_id = ${basket}::uuid and u.code = p.code and u.state <> 'released'
  where c.code = p.code and c.performance_id in (select performance_id from basket_ticket where basket_id = ${basket}::uuid)) end as others`

/** Whether an offer needs its code: the one of an automatic offer cannot be typed. */
const needsCode = sql<boolean>`p.rule -> 'automatic' is null`

/** The offer of the code of a basket `b`, while the basket can use it: its own code, a single-use code `c`, or a named code `n`. */
const validPromoOf = (basket: string | null): RawBuilder<unknown> => sql`basket b join promo p on p.code = b.promo
  left join single_use_code c on c.code = b.single_use_code and c.promo = p.code and ${isUsableBy(basket)}
  left join named_code n on n.code = b.named_code and n.promo = p.code and ${isNamedUsableBy(basket)}
  where b.id = ${basket}::uuid and ${needsCode} and ${isLive(basket)}
    and case when b.single_use_code is not null then c.code is not null when b.named_code is not null then n.code is not null
      else p.rule -> 'singleUse' is null end`

/** The rule of a basket's code, while it is valid. For a `select`. */
export const promoOf = (basket: string | null): RawBuilder<PromoRule | null> => sql`(select p.rule from ${validPromoOf(basket)})`

/** Finds a valid code: that of an offer, a named or a single-use one. @returns undefined for an unknown, expired or used-up code */
export async function findPromo(db: Kysely<Database>, code: string, basket: string): Promise<PromoOfBasket | undefined> {
  const { rows } = await sql<PromoOfBasket>`
    select ${columnsFor(basket)}, c.code as "singleUse", n.code as "namedCode"
    from promo p left join single_use_code c on c.promo = p.code and c.code = ${code} and ${isUsableBy(basket)}
    left join named_code n on n.promo = p.code and n.code = ${code} and ${isNamedUsableBy(basket)}
    where (c.code is not null or n.code is not null or p.code = ${code} and p.rule -> 'singleUse' is null) and ${needsCode} and ${isLive(basket)}`.execute(
    db,
  )
  return rows[0]
}

/** Finds the code that a basket has. @returns undefined without one, and for one that has expired, is used up or was withdrawn */
export async function findPromoOfBasket(db: Kysely<Database>, basket: string): Promise<PromoOfBasket | undefined> {
  const { rows } = await sql<PromoOfBasket>`
    select ${columnsFor(basket)}, c.code as "singleUse", n.code as "namedCode" from ${validPromoOf(basket)}`.execute(db)
  return rows[0]
}

/** The automatic offers that baskets can have now, by code. */
export async function findAutomaticOffers(db: Kysely<Database>, basket: string): Promise<PromoOfBasket[]> {
  const { rows } = await sql<PromoOfBasket>`
    select ${columnsFor(basket)} from promo p where p.rule -> 'automatic' is not null and ${isLive(basket)} order by p.code`.execute(db)
  return rows
}

/** A code to announce. Without dates it is valid at once and forever. */
export type AnnouncedPromo = Promo & {
  readonly maxUses?: number
  readonly perCustomer?: number
  readonly startsAt?: Date
  readonly endsAt?: Date
}

/** A code with all columns that staff set. */
export type StoredPromo = Promo & {
  readonly maxUses: number | null
  readonly perCustomer: number | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** The named codes; undefined to leave them unchanged. */
  readonly codes?: readonly StoredNamedCode[] | undefined
}

/** Locks the open baskets with some codes, in the order of locks: before the rows of the codes. */
export async function lockBasketsWith(trx: Transaction<Database>, codes: readonly string[]): Promise<void> {
  await trx
    .selectFrom('basket')
    .select('id')
    .where('promo', 'in', [...codes])
    .where('state', '=', 'open')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Creates codes, or changes their rules; their numbers of uses stay. Open baskets with a code get a new version, so that their
 * customers see the new total before they pay.
 */
export async function storePromos(trx: Transaction<Database>, promos: readonly StoredPromo[]): Promise<void> {
  await lockBasketsWith(
    trx,
    promos.map(({ code }) => code),
  )
  const recoded: string[] = []
  for (const { code, codes } of promos) if (codes && (await differsFromNamedCodes(trx, code, codes))) recoded.push(code)
  const values = promos.map(({ code, name, names = {}, rule, startsAt, endsAt, maxUses, perCustomer }) => ({
    ...{
      code,
      name,
      names: JSON.stringify(names),
      rule: JSON.stringify(rule),
      starts_at: startsAt,
      ends_at: endsAt,
      max_uses: maxUses,
      per_customer: perCustomer,
    },
  }))
  await trx
    .insertInto('promo')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((eb) => ({
        ...{
          name: eb.ref('excluded.name'),
          names: eb.ref('excluded.names'),
          rule: eb.ref('excluded.rule'),
          starts_at: eb.ref('excluded.starts_at'),
        },
        ...{ ends_at: eb.ref('excluded.ends_at'), max_uses: eb.ref('excluded.max_uses'), per_customer: eb.ref('excluded.per_customer') },
        version: sql<number>`promo.version + (excluded.code = any(${recoded}::text[]))::int`,
      })),
    )
    .execute()
  for (const { code, codes } of promos) if (codes && recoded.includes(code)) await storeNamedCodes(trx, code, codes)
  await trx
    .updateTable('basket')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(
      'promo',
      'in',
      promos.map(({ code }) => code),
    )
    .where('state', '=', 'open')
    .execute()
}

/**
 * Creates a code, or changes its rule, outside of the back office.
 * @throws ZodError for an invalid rule
 */
export async function announcePromo(db: Kysely<Database>, promo: AnnouncedPromo, actor: { readonly name: string }): Promise<void> {
  const { name, names, startsAt = null, endsAt = null, maxUses = null, perCustomer = null } = promo
  const [code, rule] = [promoCodeOf(promo.code), promoRuleSchema.parse(promo.rule)]
  await transact(db, async (trx) => {
    await storePromos(trx, [{ code, name, names, rule, startsAt, endsAt, maxUses, perCustomer }])
    await audit(trx, { actor: actor.name, subject: 'promo', subjectId: code, verb: 'announce', detail: promo })
  })
}
