import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { StoredCardBatches } from '@playhouse/domain/card-batch'

/** Whether a card `c` can be linked: it was issued, and not cancelled, by changes that have effect. */
const isInEffect = sql<boolean>`(
  (c.batch_id is null or exists (select from subscription_card_batch a where a.id = c.batch_id and a.has_effect)) and not ${isCancelled()})`

function isCancelled(): RawBuilder<boolean> {
  return sql`exists (select from subscription_card_batch w where w.id = any(c.cancellations) and w.has_effect)`
}

/**
 * Whether a card can be linked. The caller has locked its row. Locks its changes too: none of them is undone, or has effect again, before the
 * transaction ends.
 */
export async function isCardInEffect(trx: Transaction<Database>, digest: string): Promise<boolean> {
  await sql`
    select from subscription_card_batch b where exists (select from subscription_card c
      where c.digest = ${digest} and (b.id = c.batch_id or b.id = any(c.cancellations))) order by b.id for share`.execute(trx)
  const { rows } = await sql`select from subscription_card c where c.digest = ${digest} and ${isInEffect}`.execute(trx)
  return rows.length > 0
}

/** Cards that were issued together. */
export type IssuedCards = {
  readonly batch: string
  readonly issuedAt: Date
  /** The name of the staff user; null for the command. */
  readonly by: string | null
  readonly cards: number
  readonly linked: number
  readonly used: number
  readonly cancelled: number
}

/** The batches of cards of a flexible subscription that were not undone, the latest first. */
export async function listCardBatches(db: Kysely<Database>, flex: string): Promise<IssuedCards[]> {
  const { rows } = await sql<IssuedCards>`
    select b.id as batch, b.created_at as "issuedAt", s.name as by, b.cards, count(c.subscription_id)::int as linked,
      (count(*) filter (where t.used > 0 or exists (select from ticket u where u.subscription_id = t.id and u.returned_at is null)))::int as used,
      (count(*) filter (where c.subscription_id is null and ${isCancelled()}))::int as cancelled
    from subscription_card_batch b left join staff s on s.id = b.staff_id
      left join subscription_card c on c.batch_id = b.id left join ticket_subscription t on t.id = c.subscription_id
    where b.flex_id = ${flex} and b.action = 'issue' and b.has_effect
    group by b.id, s.name order by b.created_at desc, b.id`.execute(db)
  return rows
}

/** Locks the batches of flexible subscriptions, and reads those that have effect, by subscription. */
export async function readCardBatches(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, StoredCardBatches>> {
  await sql`select from subscription_card_batch where flex_id = any(${[...ids]}) order by id for no key update`.execute(trx)
  const { rows } = await sql<{ id: string; value: StoredCardBatches }>`
    select f.id, (
      select coalesce(jsonb_object_agg(b.id, jsonb_build_object(case b.action when 'issue' then 'issued' else 'cancelled' end, b.cards)), '{}')
      from subscription_card_batch b where b.flex_id = f.id and b.has_effect) as value
    from flex_subscription f where f.id = any(${[...ids]})`.execute(trx)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** Gives the batches of a flexible subscription with these ids effect, and no others. */
export async function setEffectiveCardBatches(trx: Transaction<Database>, flex: string, batches: readonly string[]): Promise<void> {
  await sql`update subscription_card_batch set has_effect = (id = any(${[...batches]}::uuid[])) where flex_id = ${flex}`.execute(trx)
}

type Change = { readonly id: string; readonly flex: string; readonly staff: string | null }

/** Cancels the cards of a batch that are not linked and not cancelled, which has no effect before {@link setEffectiveCardBatches}. @returns how many */
export async function cancelCards(trx: Transaction<Database>, { id, flex, staff }: Change, batch: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscription_card c set cancellations = cancellations || ${id}::uuid
    where flex_id = ${flex} and batch_id = ${batch}::uuid and subscription_id is null and ${isInEffect}`.execute(trx)
  const cards = Number(numAffectedRows)
  if (cards === 0) return 0
  const values = { id, flex_id: flex, action: 'cancel' as const, cards, has_effect: false, staff_id: staff }
  await trx.insertInto('subscription_card_batch').values(values).execute()
  return cards
}

/** Counts the linked cards of batches. */
export async function countLinkedCards(trx: Transaction<Database>, batches: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscription_card where batch_id = any(${[...batches]}::uuid[]) and subscription_id is not null`.execute(
    trx,
  )
  return rows[0]!.count
}
