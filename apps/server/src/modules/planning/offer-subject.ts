import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database, PromoTable } from '#db'
import { countNamedCodeUses, lockBasketsWith, readNamedCodes, type ReadNamedCode, storePromos } from '#modules/promo'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { type OfferPlan, offerTimesOf } from '@playhouse/domain/offer-plan'
import { offerNameOf } from '@playhouse/domain/offer-text'
import { plainOf } from '@playhouse/domain/time'
import { readReferences } from './references.ts'
import type { SubjectModule } from './subject.ts'

/** Columns of {@link offerPlanOf}. */
export const offerColumns = ['code', 'name', 'names', 'rule', 'starts_at', 'ends_at', 'max_uses', 'per_customer'] as const

/** An offer as staff plan it, from its row and named codes. Times are wall clock in the theatre's time zone. */
export function offerPlanOf(
  row: Pick<Selectable<PromoTable>, (typeof offerColumns)[number]>,
  namedCodes: readonly ReadNamedCode[],
  timeZone: string,
): OfferPlan {
  const plain = (instant: Date | null): string | null =>
    instant && plainOf(Temporal.Instant.fromEpochMilliseconds(instant.getTime()), timeZone)
  const codes = namedCodes.flatMap(({ code, promo, label, maxUses, endsAt, isWithdrawn }) =>
    promo === row.code && !isWithdrawn ? [{ code, ...(label !== undefined && { label }), maxUses, endsAt: plain(endsAt) }] : [],
  )
  return {
    ...{ ...offerNameOf(row), startsAt: plain(row.starts_at), endsAt: plain(row.ends_at) },
    ...{ maxUses: row.max_uses, usesPerCustomer: row.per_customer, rule: row.rule },
    ...(codes.length > 0 && { codes }),
  }
}

/** Offers, whose ids are their promo codes. Orders keep what they paid. */
export const offerSubject: SubjectModule = {
  read: async (trx, ids, { brand }) => {
    await lockBasketsWith(trx, ids)
    const rows = await trx
      .selectFrom('promo')
      .select([...offerColumns, 'version'])
      .where('code', 'in', [...ids])
      .orderBy('code')
      .forNoKeyUpdate()
      .execute()
    const codes = await readNamedCodes(trx, ids)
    return new Map(rows.map((row) => [row.code, { value: offerPlanOf(row, codes, brand.timeZone), version: row.version }]))
  },
  write: async (trx, { brand }, rows) => {
    const date = (instant: number | null): Date | null => (instant === null ? null : new Date(instant))
    await storePromos(
      trx,
      rows.map(({ id, after }) => {
        const plan = after as OfferPlan
        const { startsAt, endsAt } = offerTimesOf(plan, brand.timeZone)
        const codes = (plan.codes ?? []).map((code) => ({
          ...code,
          endsAt: date(offerTimesOf({ startsAt: null, endsAt: code.endsAt }, brand.timeZone).endsAt),
        }))
        return { ...plan, code: id, perCustomer: plan.usesPerCustomer, startsAt: date(startsAt), endsAt: date(endsAt), codes }
      }),
    )
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('promo')
      .where('code', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => [
    ...(await readReferences(
      trx,
      'promo',
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    )),
    ...(await readUses(trx, rows)),
    ...(await readCodeUses(trx, rows)),
  ],
}

/** Uses of offers above the limit from before a change. */
async function readUses(db: Kysely<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  const limits = rows.flatMap(({ id, before }) => {
    const maxUses = (before as Partial<OfferPlan> | null)?.maxUses
    return typeof maxUses === 'number' ? [{ id, maxUses }] : []
  })
  if (limits.length === 0) return []
  const used = await db
    .selectFrom('promo')
    .select(['code', 'used'])
    .where(
      sql<boolean>`exists (select from unnest(${limits.map(({ id }) => id)}::text[], ${limits.map(({ maxUses }) => maxUses)}::int[])
        as former (code, max_uses) where former.code = promo.code and promo.used > former.max_uses)`,
    )
    .execute()
  return used.map((row) => ({ kind: 'reference', id: 'promo_use', count: row.used }))
}

/** Uses of named codes that were added or whose limit was raised, and removed codes that another offer has by now. */
async function readCodeUses(trx: Transaction<Database>, rows: readonly ChangeRow[]): Promise<ChangeDependent[]> {
  let count = 0
  for (const { id, before, after } of rows)
    if (before !== null) count += await countNamedCodeUses(trx, id, before as Partial<OfferPlan>, after as Partial<OfferPlan> | null)
  return count > 0 ? [{ kind: 'reference', id: 'named_code', count }] : []
}
