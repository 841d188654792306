import type { Kysely, Transaction } from 'kysely'
import { type Database, newId } from '#db'

/** `wording`: the version of the declaration that was read. */
type GiftAid = { readonly isDeclared: boolean; readonly wording: string; readonly saidAt: string }

/** What a customer last declared about Gift Aid; undefined where they never said anything. */
export async function readGiftAid(db: Kysely<Database>, customer: string): Promise<GiftAid | undefined> {
  const row = await db
    .selectFrom('gift_aid_declaration')
    .select(['is_declared', 'wording', 'said_at'])
    .where('customer_id', '=', customer)
    .orderBy('said_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { isDeclared: row.is_declared, wording: row.wording, saidAt: row.said_at.toISOString() }
}

/** Keeps a declaration, or that it is taken back, with its time. */
export async function sayGiftAid(trx: Transaction<Database>, customer: string, said: Omit<GiftAid, 'saidAt'>): Promise<void> {
  await trx
    .insertInto('gift_aid_declaration')
    .values({ id: newId(), customer_id: customer, is_declared: said.isDeclared, wording: said.wording })
    .execute()
}
