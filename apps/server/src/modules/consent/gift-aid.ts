import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, newId, transact } from '#db'
import { accountGiftAidWordings, type AccountGiftAidWording, coversPastDonations, giftAidPastYears } from '@playhouse/domain/giving'

/** `wording`: the version of the declaration that the customer read. */
type GiftAid = { readonly isDeclared: boolean; readonly wording: string; readonly saidAt: string }

/** The customer's last declaration at their account, or its withdrawal; undefined if there is none. */
export async function readAccountGiftAid(db: Kysely<Database>, customer: string): Promise<GiftAid | undefined> {
  const row = await db
    .selectFrom('gift_aid_declaration')
    .select(['is_declared', 'wording', 'said_at'])
    .where('customer_id', '=', customer)
    .where('wording', 'in', accountGiftAidWordings)
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

/** Whether the customer's account has the name and the home address that a claim of Gift Aid needs. */
export async function hasNameAndHomeAddress(db: Kysely<Database>, customer: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer as c')
    .innerJoin('address as a', 'a.customer_id', 'c.id')
    .select('c.id')
    .where('c.id', '=', customer)
    .where('a.is_primary', '=', true)
    .where('c.first_name', '<>', '')
    .where('c.last_name', '<>', '')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores a declaration at the customer's account, or its withdrawal. With a wording for past donations it also applies to those of the
 * past four years.
 */
export async function declareAccountGiftAid(
  db: Kysely<Database>,
  customer: string,
  isDeclared: boolean,
  wording: AccountGiftAidWording = '2026-01',
): Promise<void> {
  await transact(db, async (trx) => {
    await recordGiftAid(trx, customer, { isDeclared, wording })
    if (!isDeclared || !coversPastDonations(wording)) return
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
