import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, newId, transact } from '#db'
import {
  accountGiftAidWordings,
  type AccountGiftAidWording,
  coversPastDonations,
  type GiftAidDonor,
  giftAidPastYears,
} from '@playhouse/domain/giving'

/**
 * `wording`: the version of the declaration that the customer read. `donor`: their name and home address at that time; null for a
 * withdrawal, and for older declarations.
 */
type GiftAid = { readonly isDeclared: boolean; readonly wording: string; readonly saidAt: string; readonly donor: GiftAidDonor | null }

/** The customer's last declaration at their account, or its withdrawal; undefined if there is none. */
export async function readAccountGiftAid(db: Kysely<Database>, customer: string): Promise<GiftAid | undefined> {
  const row = await db
    .selectFrom('gift_aid_declaration')
    .select(['is_declared', 'wording', 'said_at', 'donor'])
    .where('customer_id', '=', customer)
    .where('wording', 'in', accountGiftAidWordings)
    .orderBy('said_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { isDeclared: row.is_declared, wording: row.wording, saidAt: row.said_at.toISOString(), donor: row.donor }
}

/** Stores a declaration or its withdrawal with its time. A declaration keeps the customer's name and home address, where both are known. */
export async function recordGiftAid(
  trx: Transaction<Database>,
  customer: string,
  { isDeclared, wording }: Pick<GiftAid, 'isDeclared' | 'wording'>,
): Promise<void> {
  const donor = isDeclared ? await readDonor(trx, customer) : undefined
  await trx
    .insertInto('gift_aid_declaration')
    .values({ id: newId(), customer_id: customer, is_declared: isDeclared, wording, donor: donor ? JSON.stringify(donor) : null })
    .execute()
}

/** Reads the name and the home address that a claim of Gift Aid needs; undefined where the customer's account lacks one of them. */
export async function readDonor(db: Kysely<Database>, customer: string): Promise<GiftAidDonor | undefined> {
  const row = await db
    .selectFrom('customer as c')
    .innerJoin('address as a', 'a.customer_id', 'c.id')
    .select(['c.title', 'c.first_name', 'c.last_name'])
    .select(['a.line1', 'a.line2', 'a.line3', 'a.city', 'a.state', 'a.postcode', 'a.country'])
    .where('c.id', '=', customer)
    .where('a.is_primary', '=', true)
    .where('c.first_name', '<>', '')
    .where('c.last_name', '<>', '')
    .executeTakeFirst()
  if (!row) return undefined
  const { title, first_name: firstName, last_name: lastName, ...address } = row
  return { title, firstName, lastName, address }
}

/**
 * Stores a declaration at the customer's account, or its withdrawal. With a wording for past donations it also applies to those of the
 * past four years.
 */
export const declareAccountGiftAid = (
  db: Kysely<Database>,
  customer: string,
  isDeclared: boolean,
  wording: AccountGiftAidWording = '2026-01',
): Promise<void> => transact(db, (trx) => recordAccountGiftAid(trx, customer, isDeclared, wording))

/** Stores a declaration at the customer's account, or its withdrawal, in a transaction. */
export async function recordAccountGiftAid(
  trx: Transaction<Database>,
  customer: string,
  isDeclared: boolean,
  wording: AccountGiftAidWording,
): Promise<void> {
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
}
