import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, publish, transact } from '#db'
import type { IssueDeps } from '#modules/voucher'

const batchSize = 100

/** The digest of a link's token of 256 bits, by which the database finds it. */
export const giftTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Creates the links of gift memberships that are due, and queues the mail of each. The database stores a digest of the token, and the
 * token only encrypted in the mail's message until it is sent. Safe to run in several processes.
 * @param item only the gift of this item
 * @returns the number of queued mails
 */
export async function issueDueGifts({ db, codeVault }: IssueDeps, item?: string): Promise<number> {
  const { rows } = await sql<{ item: string }>`
    select g.order_item_id as item from gift_membership g join order_item i on i.id = g.order_item_id
    where g.issued_at is null and g.send_at <= now() and i.returned_at is null
      and (${item ?? null}::uuid is null or g.order_item_id = ${item ?? null}::uuid)
    order by g.send_at limit ${batchSize}`.execute(db)
  let queued = 0
  for (const due of rows) if (await transact(db, (trx) => issueGift(trx, codeVault, due.item))) queued += 1
  return queued
}

async function issueGift(trx: Transaction<Database>, vault: IssueDeps['codeVault'], item: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select g.id from gift_membership g join order_item i on i.id = g.order_item_id
    where g.order_item_id = ${item} and g.issued_at is null and g.send_at <= now() and i.returned_at is null
    for update of g skip locked`.execute(trx)
  const [gift] = rows
  if (!gift) return false
  const token = randomBytes(32).toString('base64url')
  await sql`
    update gift_membership g set issued_at = now(), token_hash = ${giftTokenHash(token)},
      claim_until = (now() at time zone (i.detail ->> 'timeZone') + make_interval(months => (i.detail ->> 'claimMonths')::int))::date
    from order_item i where i.id = g.order_item_id and g.id = ${gift.id}`.execute(trx)
  await publish(trx, 'mail.gift-membership', item, { item, token: vault.encrypt(token) })
  return true
}

/**
 * Blocks the links of an order's gift memberships that were sent and are not claimed, and queues new ones to the same addresses. They
 * can be claimed for the whole time again.
 * @returns false for an order without such gifts
 */
export async function reissueGifts(db: Kysely<Database>, number: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ order: string; item: string; id: string }>`
      select o.id as order, i.id as item, g.id
      from customer_order o join order_item i on i.order_id = o.id join gift_membership g on g.order_item_id = i.id
      where o.number = ${number} and o.state = 'confirmed' and i.returned_at is null and g.issued_at is not null and g.claimed_at is null
      order by g.id for update of o, g`.execute(trx)
    const [first] = rows
    if (!first) return false
    const gifts = rows.map(({ id }) => id)
    await sql`
      update gift_membership set issued_at = null, token_hash = null, claim_until = null, send_at = now()
      where id = any(${gifts}::uuid[])`.execute(trx)
    for (const { item } of rows) await publish(trx, 'gift-membership.issue', item, { item })
    await auditBy(trx, actor, { subject: 'order', subjectId: first.order, verb: 'reissue-gifts', detail: { gifts } })
    return true
  })
}
