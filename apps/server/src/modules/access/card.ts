import { type Kysely, sql } from 'kysely'
import { type Actor, auditCustomer, type Database, transact } from '#db'
import type { AccessEntitlement } from '@playhouse/api-client/contract'
import { accessIdOf, matchesLastName, wantsAisle } from '@playhouse/domain/access'
import { type AccessCardContent, isSameContent } from '@playhouse/domain/access-card'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { accessOf, grantAccess } from './access.ts'
import { addRevision, lockCards, writeCards } from './card-revisions.ts'

/** A card of the access scheme. A card without a name, for demonstrations, is valid for any customer. */
export type AccessCard = { readonly accessId: string } & AccessCardContent

const noAccess: AccessEntitlement = { accessId: null, types: [] }

/** The access ID of an account, and what it proves. */
export async function readAccess(db: Kysely<Database>, customer: string): Promise<AccessEntitlement> {
  const row = await db
    .selectFrom('access_grant')
    .select(['access_id', accessOf(customer).as('types')])
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  if (!row?.types) return noAccess
  return { accessId: row.access_id, types: row.types.map((type) => ({ type, needsAisle: wantsAisle([type]) })) }
}

/**
 * Adds or updates cards of the scheme, all or none. Accounts that have the ID of a card get its new needs.
 * @returns the number of accounts whose needs changed
 */
export async function saveAccessCards(
  db: Kysely<Database>,
  cards: readonly AccessCard[],
  actor: { readonly name: string },
): Promise<number> {
  const wanted = cards.map((card) => ({ ...card, accessId: accessIdOf(card.accessId) }))
  return transact(db, async (trx) => {
    const current = await lockCards(
      trx,
      wanted.map(({ accessId }) => accessId),
    )
    const revised = []
    for (const { accessId, ...content } of wanted) {
      const stored = current.get(accessId)
      const revision = stored && isSameContent(stored, content) ? stored.revision : await addRevision(trx, accessId, content)
      revised.push({ accessId, revision, isWithdrawn: stored?.isWithdrawn ?? false })
    }
    return writeCards(trx, revised, actor)
  })
}

/**
 * Sets the access ID of a card on an account. The name on the card must be the account's. The problem does not reveal whether the
 * ID or the name is wrong, or whether another account has it.
 */
export async function applyAccess(
  db: Kysely<Database>,
  customer: { readonly id: string; readonly lastName: string },
  enteredId: string,
  actor: Actor,
): Promise<Result<AccessEntitlement, Problem<'access-code-invalid'>>> {
  const accessId = accessIdOf(enteredId)
  return transact(db, async (trx): Promise<Result<AccessEntitlement, Problem<'access-code-invalid'>>> => {
    // Locked, so that two accounts can't use one card.
    const card = await trx.selectFrom('access_card').selectAll().where('access_id', '=', accessId).forUpdate().executeTakeFirst()
    const isTheirs = card !== undefined && card.withdrawn_at === null && matchesLastName(card.last_name, customer.lastName)
    if (!isTheirs) return fail(problem('access-code-invalid'))
    const takenCard = await trx
      .selectFrom('access_grant')
      .select('customer_id')
      .where('access_id', '=', accessId)
      .where('customer_id', '<>', customer.id)
      .executeTakeFirst()
    if (takenCard) return fail(problem('access-code-invalid'))
    await grantAccess(trx, customer.id, { accessId, types: card.types }, actor.name)
    return ok(await readAccess(trx, customer.id))
  })
}

/** Removes the access ID from an account. Bought tickets stay; new ones have other prices. */
export async function removeAccess(db: Kysely<Database>, customer: string, actor: Actor): Promise<AccessEntitlement> {
  await transact(db, async (trx) => {
    const deleteResult = await sql`delete from access_grant where customer_id = ${customer}`.execute(trx)
    if (!deleteResult.numAffectedRows) return
    await auditCustomer(trx, customer, actor, { verb: 'remove-access' })
  })
  return noAccess
}
