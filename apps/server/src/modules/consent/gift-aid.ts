import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, newId, transact } from '#db'
import {
  accountGiftAidWordings,
  type AccountGiftAidWording,
  coversPastDonations,
  type GiftAidDonor,
  type GiftAidMethod,
  giftAidPastYears,
  isAccountGiftAidWording,
  isClaimable,
} from '@playhouse/domain/giving'

/**
 * `wording`: the version of the declaration that the customer read. `donor`: their name and home address at that time; null for a
 * withdrawal, and for older declarations. `method` and `recordedBy`, the name of the staff user: null for a declaration online.
 */
type GiftAid = {
  readonly isDeclared: boolean
  readonly wording: string
  readonly saidAt: string
  readonly donor: GiftAidDonor | null
  readonly method: GiftAidMethod | null
  readonly recordedBy: string | null
}
/** The staff user who records a declaration, and how it was made; `method` is null for a withdrawal. */
type AtCounter = { readonly staff: string; readonly method: GiftAidMethod | null }

/** The customer's last declaration at their account, or its withdrawal; undefined if there is none. */
export async function readAccountGiftAid(db: Kysely<Database>, customer: string): Promise<GiftAid | undefined> {
  const row = await db
    .selectFrom('gift_aid_declaration as d')
    .leftJoin('staff as s', 's.id', 'd.staff_id')
    .select(['d.is_declared', 'd.wording', 'd.said_at', 'd.donor', 'd.method', 's.name'])
    .where('d.customer_id', '=', customer)
    .where('d.wording', 'in', accountGiftAidWordings)
    .orderBy('d.said_at', 'desc')
    .orderBy('d.id', 'desc')
    .executeTakeFirst()
  if (!row) return undefined
  const { is_declared: isDeclared, said_at, name: recordedBy, ...rest } = row
  return { ...rest, isDeclared, saidAt: said_at.toISOString(), recordedBy }
}

/**
 * Stores a declaration or its withdrawal with its time. A declaration keeps the customer's name and home address, where both are known.
 * @returns the id of the row
 */
export async function recordGiftAid(
  trx: Transaction<Database>,
  customer: string,
  { isDeclared, wording }: Pick<GiftAid, 'isDeclared' | 'wording'>,
  counter?: AtCounter,
): Promise<string> {
  const donor = isDeclared ? await readDonor(trx, customer) : undefined
  const id = newId()
  await trx
    .insertInto('gift_aid_declaration')
    .values({
      ...{ id, customer_id: customer, is_declared: isDeclared, wording, donor: donor ? JSON.stringify(donor) : null },
      ...(counter && { method: counter.method, staff_id: counter.staff }),
    })
    .execute()
  return id
}

/** Reads the name and the home address that a claim of Gift Aid needs; undefined where the customer's account lacks one of them. */
export async function readDonor(db: Kysely<Database>, customer: string): Promise<GiftAidDonor | undefined> {
  const row = await db
    .selectFrom('customer as c')
    .innerJoin('address as a', 'a.customer_id', 'c.id')
    .select(['c.title', 'c.first_name', 'c.last_name'])
    .select(['a.line1', 'a.line2', 'a.line3', 'a.city', 'a.county', 'a.state', 'a.postcode', 'a.country'])
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
): Promise<string> => transact(db, (trx) => recordAccountGiftAid(trx, customer, isDeclared, wording))

/** Stores a declaration at the customer's account, or its withdrawal, in a transaction. @returns the id of its row */
export async function recordAccountGiftAid(
  trx: Transaction<Database>,
  customer: string,
  isDeclared: boolean,
  wording: AccountGiftAidWording,
  counter?: AtCounter,
): Promise<string> {
  const id = await recordGiftAid(trx, customer, { isDeclared, wording }, counter)
  if (!isDeclared) await revertCancelled(trx, customer)
  else if (coversPastDonations(wording)) await claimPastDonations(trx, customer)
  return id
}

async function claimPastDonations(trx: Transaction<Database>, customer: string): Promise<void> {
  // As in `giftAidOn`: 25p for each £1, rounded down.
  await trx
    .updateTable('donation')
    .set({ gift_aid: sql<number>`amount / 4` })
    .where('customer_id', '=', customer)
    .where('gift_aid', '=', 0)
    .where('given_at', '>=', sql<Date>`now() - make_interval(years => ${giftAidPastYears})`)
    .execute()
}

/** Removes the Gift Aid from the donations that only an oral declaration covered, once the customer has cancelled it. */
async function revertCancelled(trx: Transaction<Database>, customer: string): Promise<void> {
  const rows = await trx
    .selectFrom('gift_aid_declaration')
    .select(['is_declared', 'wording', 'said_at', 'method'])
    .where('customer_id', '=', customer)
    .execute()
  if (!rows.some(({ method }) => method === 'oral')) return
  const declarations = rows.flatMap(({ is_declared: isDeclared, wording, said_at: saidAt, method }) =>
    isAccountGiftAidWording(wording) ? [{ isDeclared, wording, saidAt, method }] : [],
  )
  const donations = await trx
    .selectFrom('donation')
    .select(['id', 'given_at', 'gift_aid_answer'])
    .where('customer_id', '=', customer)
    .where('gift_aid', '>', 0)
    .execute()
  const reverted = donations.filter(({ given_at: givenAt, gift_aid_answer: answer }) => !isClaimable({ answer, givenAt }, declarations))
  if (reverted.length === 0) return
  const ids = reverted.map(({ id }) => id)
  await trx.updateTable('donation').set({ gift_aid: 0 }).where('id', 'in', ids).execute()
}
