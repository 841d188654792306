import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, publish, transact } from '#db'
import { saveHomeAddress } from '#modules/address'
import { readAddressee } from '#modules/customer'
import type { Address } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'
import {
  type AccountGiftAidWording,
  accountGiftAidWordings,
  type GiftAidDonor,
  type GiftAidMethod,
  isAccountGiftAidWording,
} from '@playhouse/domain/giving'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { readAccountGiftAid, readDonor, recordAccountGiftAid } from './gift-aid.ts'

/** A declaration that a staff user records. `address` becomes the home address of the account. */
type CounterDeclaration = {
  readonly wording: AccountGiftAidWording
  readonly method: GiftAidMethod
  readonly address?: Address | undefined
}
type Recorder = { readonly staff: string; readonly actor: Actor }

/**
 * Records that a customer declared Gift Aid at the counter. An oral declaration is confirmed by mail. A repeated request records
 * nothing more. An oral declaration that is repeated after its letter was sent is a new one with a letter, because the e-mail address
 * may have been corrected: the customer has the full time to cancel it.
 * @returns `gift-aid-address-required` without a name or a home address, `details-not-updated` if the address book is full
 */
export const declareGiftAidAtCounter = (
  db: Kysely<Database>,
  customer: string,
  { wording, method, address }: CounterDeclaration,
  { staff, actor }: Recorder,
): Promise<Result<unknown, Problem<'gift-aid-address-required' | 'details-not-updated'>>> =>
  transact(db, async (trx): Promise<Result<unknown, Problem<'gift-aid-address-required' | 'details-not-updated'>>> => {
    await lockCustomer(trx, customer)
    if (address && !(await saveHomeAddress(trx, customer, address, actor))) return fail(problem('details-not-updated'))
    const donor = await readDonor(trx, customer)
    if (!donor) return fail(problem('gift-aid-address-required'))
    const current = await findCurrentDeclaration(trx, customer)
    const isRepeated = current && isDeepStrictEqual([current.wording, current.method, current.donor], [wording, method, donor])
    if (isRepeated && (method === 'written' || current.isLetterQueued)) return ok(current.id)
    const declaration = await recordAccountGiftAid(trx, customer, true, wording, { staff, method })
    await auditCustomer(trx, customer, actor, { verb: 'declare-gift-aid', detail: { declaration, wording, method } })
    if (method === 'oral') await publish(trx, 'mail.gift-aid-declared', declaration, { declaration })
    return ok(declaration)
  })

/**
 * Reads the declaration of an account; undefined without one, or after its withdrawal. `isLetterQueued`: its letter waits to be sent, to
 * the e-mail address that the account has then.
 */
async function findCurrentDeclaration(trx: Transaction<Database>, customer: string) {
  const row = await trx
    .selectFrom('gift_aid_declaration as d')
    .select(['d.id', 'd.is_declared', 'd.wording', 'd.method', 'd.donor'])
    .select(
      sql<boolean>`exists (
        select from outbox o
        where o.topic = 'mail.gift-aid-declared' and o.key = d.id::text and o.done_at is null and o.parked_at is null)`.as(
        'isLetterQueued',
      ),
    )
    .where('d.customer_id', '=', customer)
    .where('d.wording', 'in', accountGiftAidWordings)
    .orderBy('d.said_at', 'desc')
    .orderBy('d.id', 'desc')
    .executeTakeFirst()
  return row?.is_declared ? row : undefined
}

/** Records that a customer withdrew their Gift Aid declaration at the counter. Without a declaration it changes nothing. */
export const withdrawGiftAidAtCounter = (db: Kysely<Database>, customer: string, { staff, actor }: Recorder): Promise<void> =>
  transact(db, async (trx) => {
    await lockCustomer(trx, customer)
    const current = await readAccountGiftAid(trx, customer)
    if (!current?.isDeclared || !isAccountGiftAidWording(current.wording)) return
    const { wording } = current
    const declaration = await recordAccountGiftAid(trx, customer, false, wording, { staff, method: null })
    await auditCustomer(trx, customer, actor, { verb: 'withdraw-gift-aid', detail: { declaration, wording } })
  })

const lockCustomer = (trx: Transaction<Database>, customer: string) =>
  sql`select 1 from customer where id = ${customer} for update`.execute(trx)

/** An oral declaration, to confirm it by mail. */
type OralDeclaration = {
  readonly to: string
  readonly locale: Locale
  readonly wording: AccountGiftAidWording
  readonly saidAt: Date
  readonly donor: GiftAidDonor
}

/** Reads an oral declaration and its customer. @returns undefined where the donor has withdrawn it meanwhile */
export async function readOralDeclaration(
  { db, brand }: { readonly db: Kysely<Database>; readonly brand: Pick<Brand, 'defaultLocale'> },
  id: string,
): Promise<OralDeclaration | undefined> {
  const row = await db
    .selectFrom('gift_aid_declaration as d')
    .select(['d.customer_id', 'd.wording', 'd.said_at', 'd.donor'])
    .where('d.id', '=', id)
    .where('d.method', '=', 'oral')
    .executeTakeFirst()
  if (!row?.donor || !isAccountGiftAidWording(row.wording)) return undefined
  if (!(await readAccountGiftAid(db, row.customer_id))?.isDeclared) return undefined
  const { to, locale } = await readAddressee({ db, brand }, row.customer_id)
  return { to, locale, wording: row.wording, saidAt: row.said_at, donor: row.donor }
}
