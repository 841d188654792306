import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlannedOffer } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import { findTakenCodes, lockBasketsWith, readNamedCodes } from '#modules/promo'
import { endedOffer, type OfferFacts, type OfferPlan, offerProblem, offerStateOf } from '@playhouse/domain/offer-plan'
import type { PriceType } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import { plainOf } from '@playhouse/domain/time'
import { type AppliedChanges, applyChanges, type ChangeIntent, lockCreation, type Planner, type WantedChange } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'
import { offerColumns, offerPlanOf } from './offer-subject.ts'

type Reason = { readonly reason?: string | undefined }
type Edit = Promise<Result<AppliedChanges, Problem>>

/** All offers by their promo codes. */
export const listOffers = (deps: EditDeps): Promise<PlannedOffer[]> => readOffers(deps)

/** Reads an offer; undefined for an unknown code. */
export const readPlannedOffer = async (deps: EditDeps, code: string): Promise<PlannedOffer | undefined> => (await readOffers(deps, code))[0]

async function readOffers({ db, brand: { timeZone } }: EditDeps, code?: string): Promise<PlannedOffer[]> {
  const rows = await db
    .selectFrom('promo')
    .select([...offerColumns, 'version', 'used', sql<Date>`now()`.as('now')])
    .$if(code !== undefined, (query) => query.where('code', '=', code!))
    .orderBy('code')
    .execute()
  const codes = await readNamedCodes(
    db,
    rows.map((row) => row.code),
  )
  return rows.map((row) => ({
    ...{ id: row.code, version: row.version, offer: offerPlanOf(row, codes, timeZone), used: row.used },
    state: offerStateOf(
      {
        ...{ startsAt: row.starts_at?.getTime() ?? null, endsAt: row.ends_at?.getTime() ?? null },
        ...{ maxUses: row.max_uses, used: row.used },
      },
      row.now.getTime(),
    ),
  }))
}

/** The price types of all price lists, each once. */
export async function listPriceTypes(db: Kysely<Database>): Promise<Pick<PriceType, 'id' | 'name' | 'kind'>[]> {
  const { rows } = await sql<Pick<PriceType, 'id' | 'name' | 'kind'>>`
    select distinct on (id) t ->> 'id' as id, t ->> 'name' as name, t ->> 'kind' as kind
    from price_list l, jsonb_array_elements(l.data -> 'priceTypes') t order by id, l.id`.execute(db)
  return rows
}

async function readFacts(
  trx: Transaction<Database>,
  { timeZone, memberships }: EditDeps['brand'],
  code: string,
  { rule, codes = [] }: OfferPlan,
): Promise<OfferFacts> {
  const idsIn = async (table: 'production' | 'performance', ids: readonly string[] = []): Promise<Set<string>> => {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`id = any(${[...ids]}::text[])`)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  const row = await trx.selectFrom('promo').select('used').where('code', '=', code).forNoKeyUpdate().executeTakeFirst()
  return {
    ...{ timeZone, id: code, used: row?.used ?? 0 },
    takenCodes: await findTakenCodes(
      trx,
      code,
      codes.map((each) => each.code),
    ),
    usesOfCodes: new Map((await readNamedCodes(trx, [code])).map((each) => [each.code, each.used])),
    productions: await idsIn('production', rule.productions),
    performances: await idsIn('performance', rule.performances),
    memberships: new Set(memberships.map(({ id }) => id)),
    priceTypes: new Map((await listPriceTypes(trx)).map(({ id, kind }) => [id, kind])),
  }
}

/** Creates an offer with a promo code. `id-taken` where one has the code, also one that has ended, or as one of its further codes. */
export const createOffer = (deps: EditDeps, planner: Planner, code: string, offer: OfferPlan, { reason }: Reason): Edit =>
  change(deps, planner, { kind: 'create-offer', reason }, { id: code, version: 'new' }, () => offer)

/** Changes an offer. `page-not-found` for an unknown one. */
export const changeOffer = (
  deps: EditDeps,
  planner: Planner,
  code: string,
  { version, offer, reason }: Reason & { readonly version: number; readonly offer: OfferPlan },
): Edit => change(deps, planner, { kind: 'edit-offer', reason }, { id: code, version }, () => offer)

/** The problem of an offer that is wanted: a code that another one has or had, or fields that do not fit. The baskets with it are locked. */
export async function checkOffer(
  trx: Transaction<Database>,
  { brand }: Pick<EditDeps, 'brand'>,
  { id, isNew }: { readonly id: string; readonly isNew: boolean },
  offer: OfferPlan,
): Promise<Problem<'id-taken' | 'invalid-input'> | undefined> {
  if (isNew && (await findTakenCodes(trx, id, [id])).size > 0) return problem('id-taken', { id })
  return offerProblem(offer, await readFacts(trx, brand, id, offer))
}

function change(
  { db, ...deps }: EditDeps,
  planner: Planner,
  intent: ChangeIntent,
  wanted: Pick<WantedChange, 'id' | 'version'>,
  next: () => OfferPlan,
): Edit {
  return transact(db, async (trx) => {
    // The second of two offers with the same new code is refused.
    if (wanted.version === 'new' || next().codes) await lockCreation(trx)
    await lockBasketsWith(trx, [wanted.id])
    const refusal = await checkOffer(trx, deps, { id: wanted.id, isNew: wanted.version === 'new' }, next())
    if (refusal) return fail(refusal)
    return applyChanges(trx, deps, planner, intent, [{ subject: 'offer', ...wanted, change: next }])
  })
}

/** Ends an offer now: no customer can use it from here on. Its orders and its uses stay. `page-not-found` for an unknown one. */
export const endOffer = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  code: string,
  { version, reason }: Reason & { readonly version: number },
): Edit =>
  transact(db, async (trx) => {
    const { now } = await trx.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
    const plain = plainOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), deps.brand.timeZone)
    return applyChanges(trx, deps, planner, { kind: 'end-offer', reason }, [
      {
        ...{ subject: 'offer', id: code, version },
        change: (current) => endedOffer(current as OfferPlan, plain),
      },
    ])
  })
