import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { changedNamedCodes, type CodeKind, type NamedCode } from '@playhouse/domain/named-code'

/** The code by which a basket has its offer, where that is not the offer's own one. */
export type TypedCode = { readonly singleUse?: string | null | undefined; readonly namedCode?: string | null | undefined }
export const typedCodeOf = ({ singleUse, namedCode }: TypedCode): TypedCode => ({ singleUse, namedCode })

/** Whether a basket can use a named code `n`: a basket with a reserved use keeps it. */
export const isNamedUsableBy = (basket: string | null): RawBuilder<boolean> => sql`(
  not n.is_withdrawn and (n.ends_at is null or n.ends_at > now()) and (n.max_uses is null or n.used < n.max_uses
    or exists (select from promo_use u where u.basket_id = ${basket}::uuid and u.named_code = n.code and u.state <> 'released')))`

/** Whether a basket can use a named code of an offer. The caller has locked the row of the offer, so that no other basket takes the last use. */
export async function isNamedCodeUsable(trx: Transaction<Database>, promo: string, code: string, basket: string): Promise<boolean> {
  const { rows } = await sql`
    select from named_code n where n.code = ${code} and n.promo = ${promo} and ${isNamedUsableBy(basket)}`.execute(trx)
  return rows.length > 0
}

/** A named code with the moment at which it ends. */
export type StoredNamedCode = Pick<NamedCode, 'code' | 'label' | 'maxUses'> & { readonly endsAt: Date | null }
/** A named code with its uses, also one that was withdrawn. */
export type ReadNamedCode = StoredNamedCode & { readonly promo: string; readonly used: number; readonly isWithdrawn: boolean }

/** The named codes of some offers, in the order of each offer; those that are withdrawn are last. */
export async function readNamedCodes(db: Kysely<Database>, promos: readonly string[]): Promise<ReadNamedCode[]> {
  const rows = await db
    .selectFrom('named_code')
    .selectAll()
    .where(sql<boolean>`promo = any(${[...promos]}::text[])`)
    .orderBy('promo')
    .orderBy('is_withdrawn')
    .orderBy('position')
    .orderBy('code')
    .execute()
  return rows.map(({ code, promo, label, max_uses, ends_at, used, is_withdrawn }) => ({
    ...{ code, promo, maxUses: max_uses, endsAt: ends_at, used, isWithdrawn: is_withdrawn },
    ...(label !== null && { label }),
  }))
}

/** Whether the named codes of an offer would change. */
export async function differsFromNamedCodes(
  trx: Transaction<Database>,
  promo: string,
  codes: readonly StoredNamedCode[],
): Promise<boolean> {
  const current = (await readNamedCodes(trx, [promo])).filter(({ isWithdrawn }) => !isWithdrawn)
  const textOf = (all: readonly StoredNamedCode[]) =>
    JSON.stringify(all.map(({ code, label = null, maxUses, endsAt }) => [code, label, maxUses, endsAt]))
  return textOf(current) !== textOf(codes)
}

/** Gives an offer its named codes. Of the others, those that were used are withdrawn, and the rest is deleted. */
export async function storeNamedCodes(trx: Transaction<Database>, promo: string, codes: readonly StoredNamedCode[]): Promise<void> {
  const kept = codes.map(({ code }) => code)
  await sql`delete from named_code where promo = ${promo} and code <> all(${kept}::text[]) and used = 0`.execute(trx)
  await sql`update named_code set is_withdrawn = true where promo = ${promo} and code <> all(${kept}::text[])`.execute(trx)
  await sql`
    insert into named_code (code, promo, position, label, max_uses, ends_at)
    select code, ${promo}, nth::int, label, max_uses, ends_at from unnest(${kept}::text[], ${codes.map(({ label }) => label ?? null)}::text[],
      ${codes.map(({ maxUses }) => maxUses)}::int[], ${codes.map(({ endsAt }) => endsAt?.toISOString() ?? null)}::timestamptz[])
      with ordinality as stored (code, label, max_uses, ends_at, nth)
    on conflict (code) do update set position = excluded.position, label = excluded.label, max_uses = excluded.max_uses,
      ends_at = excluded.ends_at, is_withdrawn = false where named_code.promo = excluded.promo`.execute(trx)
}

/** Those of some codes that another offer has or had, as its own, as a named or as a single-use code. */
export async function findTakenCodes(db: Kysely<Database>, promo: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${[...codes]}::text[]) as wanted (code)
    where exists (select from promo p where p.code = wanted.code and p.code <> ${promo})
      or exists (select from named_code n where n.code = wanted.code and n.promo <> ${promo})
      or exists (select from single_use_code c where c.code = wanted.code)`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

type CodesOfOffer = { readonly codes?: readonly NamedCode[] | undefined }

/**
 * What keeps a change of the named codes of an offer from being undone: the uses of codes that it added, the uses above a limit from before, and
 * codes that it removed and that another offer has by now.
 * @param after null where the offer was removed
 */
export async function countNamedCodeUses(
  trx: Transaction<Database>,
  promo: string,
  before: CodesOfOffer,
  after: CodesOfOffer | null,
): Promise<number> {
  const { added, limited, removed } = changedNamedCodes(before.codes, after?.codes)
  const uses = new Map((await readNamedCodes(trx, [promo])).map(({ code, used }) => [code, used]))
  const usesOf = (code: string): number => uses.get(code) ?? 0
  const taken = await findTakenCodes(trx, promo, [...removed.map(({ code }) => code), ...(after === null ? [promo] : [])])
  return (
    added.reduce((sum, { code }) => sum + usesOf(code), 0) +
    limited.reduce((sum, { code, maxUses }) => sum + (usesOf(code) > maxUses! ? usesOf(code) : 0), 0) +
    taken.size
  )
}

/** The promo codes with which an order was sold, in their order. Automatic offers have none, and a single-use code is not shown. */
export async function readCodesOfOrder(
  db: Kysely<Database>,
  order: string,
): Promise<{ readonly kind: CodeKind; readonly code: string; readonly label?: string }[]> {
  const { rows } = await sql<{ kind: CodeKind; code: string; label: string | null }>`
    select case when c.code is not null then 'single-use' when u.named_code is not null then 'named' else 'own' end as kind,
      coalesce(u.named_code, u.code) as code, n.label
    from promo_use u join promo p on p.code = u.code
    left join single_use_code c on c.basket_id = u.basket_id and c.promo = u.code
    left join named_code n on n.code = u.named_code
    where u.order_id = ${order} and u.state = 'used' and p.rule -> 'automatic' is null order by 2`.execute(db)
  return rows.map(({ label, ...used }) => ({ ...used, ...(label !== null && { label }) }))
}
