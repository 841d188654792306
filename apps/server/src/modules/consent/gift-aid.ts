import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, newId, transact } from '#db'
import { accountGiftAidWording, giftAidPastYears } from '@playhouse/domain/giving'

/** `wording`: the version of the declaration that the customer read. */
type GiftAid = { readonly isDeclared: boolean; readonly wording: string; readonly saidAt: string }

/** The customer's last declaration at their account, or its withdrawal; undefined if there is none. */
export async function readAccountGiftAid(db: Kysely<Database>, customer: string): Promise<GiftAid | undefined> {
  const row = await db
    .selectFrom('gift_aid_declaration')
    .select(['is_declared', 'wording', 'said_at'])
    .where('customer_id', '=', customer)
    .where('wording', '=', accountGiftAidWording)
    .orderBy('said_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { isDeclared: row.is_declared, wording: row.wording, saidAt: row.said_at.toISOString() }
}

/** Stores a declaration or its withdrawal, with its time. */
export async function recordGiftAid(trx: Transaction<Database>, customer: string, declaration: Omit<GiftAid, 'saidAt'>): Promise<void> {
  await trx
    .insertInto('gift_aid_declaration')
    .values({ id: newId(), customer_id: customer, is_declared: declaration.isDeclared, wording: declaration.wording })
    .execute()
}

/** Stores a declaration at the customer's account. A declaration also applies to their donations of the past four years. */
export async function declareAccountGiftAid(db: Kysely<Database>, customer: string, isDeclared: boolean): Promise<void> {
  await transact(db, async (trx) => {
    await recordGiftAid(trx, customer, { isDeclared, wording: accountGiftAidWording })
    if (!isDeclared) return
    // As in `giftAidOn`: 25p for each £1, rounded down.
    await trx
      .updateTable('donation')
      .set({ gift_aid: sql<number>`amount / 4` })
      .where('customer_id', '=', customer)
      .where('gift_aid', '=', 0)
      .where('given_at', '>=', sql<Date>`now() - make_interval(years => ${giftAidPastYears})`)
      .execute()
  })
}
