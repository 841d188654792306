import { type Kysely, sql, type Transaction } from 'kysely'
import { type ContactPermissionTable, type Database, newId, transact } from '#db'
import type { ContactPreferences } from '@playhouse/api-client/contract'
import { arePreferencesValid, type ContactChannel, type ContactPurpose } from '@playhouse/domain/account'
import type { Brand } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

type PermissionDeps = { readonly db: Kysely<Database>; readonly brand: Pick<Brand, 'account'> }
type PermissionAnswer = { readonly purpose: ContactPurpose; readonly channel: ContactChannel; readonly isAllowed: boolean }
type Source = ContactPermissionTable['source']

/** The permissions that the brand asks for, with the customer's last answers. Without an answer, nothing is allowed. */
export async function readPreferences({ db, brand }: PermissionDeps, customer: string): Promise<ContactPreferences> {
  const { permissions, interests } = brand.account
  const [answers, interestRows] = await Promise.all([
    latestPermissions(db, customer),
    db.selectFrom('customer_interest').select('interest').where('customer_id', '=', customer).execute(),
  ])
  const isChosen = new Set(interestRows.map(({ interest }) => interest))
  return {
    wording: permissions.wording,
    permissions: permissions.asked.flatMap(({ purpose, channels }) =>
      channels.map((channel) => {
        const last = answers.find((answer) => answer.purpose === purpose && answer.channel === channel)
        return { purpose, channel, isAllowed: last?.is_allowed ?? false, saidAt: last?.said_at.toISOString() ?? null }
      }),
    ),
    interests: interests.map(({ id, name }) => ({ id, name, isChosen: isChosen.has(id) })),
  }
}

const latestPermissions = (db: Kysely<Database>, customer: string) =>
  db
    .selectFrom('contact_permission')
    .distinctOn(['purpose', 'channel'])
    .select(['purpose', 'channel', 'is_allowed', 'said_at'])
    .where('customer_id', '=', customer)
    .orderBy('purpose')
    .orderBy('channel')
    .orderBy('said_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Stores answers: one row each, with the version of the wording, and never changed afterwards. */
export async function recordPermissions(
  trx: Transaction<Database>,
  customer: string,
  answers: readonly PermissionAnswer[],
  { wording, source }: { readonly wording: string; readonly source: Source },
): Promise<void> {
  if (answers.length === 0) return
  await trx
    .insertInto('contact_permission')
    .values(
      answers.map(({ purpose, channel, isAllowed }) => ({
        id: newId(),
        customer_id: customer,
        purpose,
        channel,
        is_allowed: isAllowed,
        wording,
        source,
      })),
    )
    .execute()
}

type PreferencesChange = {
  readonly wording: string
  readonly permissions: readonly PermissionAnswer[]
  /** All chosen interests. Omitted, they stay unchanged. */
  readonly interests?: readonly string[] | undefined
  readonly source: Source
}

/**
 * Stores answers and interests. Rejects another version of the wording, and permissions or interests that the brand does not
 * have.
 */
export async function savePreferences(
  { db, brand }: PermissionDeps,
  customer: string,
  { wording, permissions, interests, source }: PreferencesChange,
): Promise<Result<ContactPreferences, Problem<'contact-permissions-not-updated'>>> {
  if (!arePreferencesValid(brand.account, { wording, permissions, interests })) return fail(problem('contact-permissions-not-updated'))
  return transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${customer} for update`.execute(trx)
    await recordPermissions(trx, customer, permissions, { wording, source })
    if (interests) {
      await trx.deleteFrom('customer_interest').where('customer_id', '=', customer).execute()
      const rows = [...new Set(interests)].map((interest) => ({ customer_id: customer, interest }))
      if (rows.length > 0) await trx.insertInto('customer_interest').values(rows).execute()
    }
    return ok(await readPreferences({ db: trx, brand }, customer))
  })
}
