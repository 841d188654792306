import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { auditBy, type Database, newId, transact } from '#db'
import type { ApiToken } from '@playhouse/api-client/contract'
import { tokenPrefix, type TokenScope } from '@playhouse/domain/api-token'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isStaffAllowed } from '@playhouse/domain/staff'
import type { StaffManager } from './staff-account.ts'
import type { StaffRow } from './staff-row.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** The name of a token in the audit trail and in change sets. */
export const tokenActor = (id: string): string => `token ${id}`

/** All tokens, the newest first. */
export async function listTokens(db: Kysely<Database>, id?: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_token as t')
    .innerJoin('staff as s', 's.id', 't.staff_id')
    .selectAll('t')
    .select(['s.name as by', sql<boolean>`t.expires_at <= now()`.as('is_expired')])
    .$if(id !== undefined, (query) => query.where('t.id', '=', id!))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, scopes: row.scopes, by: row.by },
    state: row.revoked_at ? 'revoked' : row.is_expired ? 'expired' : 'active',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Creates a token of a staff user. Its secret is returned once, and only its hash is stored. */
export async function createToken(
  db: Kysely<Database>,
  { staff, actor }: StaffManager,
  { name, scopes, days }: { readonly name: string; readonly scopes: readonly TokenScope[]; readonly days: number },
): Promise<Result<{ readonly token: ApiToken; readonly secret: string }, Problem<'not-allowed'>>> {
  const secret = tokenPrefix + randomBytes(32).toString('base64url')
  const id = newId()
  const isCreated = await transact(db, async (trx) => {
    const owner = await trx.selectFrom('staff').select(['role', 'gone_at']).where('id', '=', staff).forShare().executeTakeFirst()
    if (!owner || owner.gone_at || !scopes.every((scope) => isStaffAllowed(owner.role, scope))) return false
    const expiresAt = sql<Date>`now() + make_interval(days => ${days})`
    await trx
      .insertInto('api_token')
      .values({ id, secret_hash: hashOf(secret), staff_id: staff, name, scopes: [...scopes], expires_at: expiresAt })
      .execute()
    await auditBy(trx, actor, { subject: 'api-token', subjectId: id, verb: 'create', detail: { scopes, days } })
    return true
  })
  if (!isCreated) return fail(problem('not-allowed'))
  return ok({ token: (await listTokens(db, id))[0]!, secret })
}

/** Revokes a token, of any staff user. Revoking it again changes nothing. */
export async function revokeToken(
  db: Kysely<Database>,
  { actor }: StaffManager,
  id: string,
): Promise<Result<ApiToken, Problem<'page-not-found'>>> {
  await transact(db, async (trx) => {
    const revoked = await trx
      .updateTable('api_token')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (revoked) await auditBy(trx, actor, { subject: 'api-token', subjectId: id, verb: 'revoke' })
  })
  const [token] = await listTokens(db, id)
  return token ? ok(token) : fail(problem('page-not-found'))
}

/** The token of a call. */
export type CallingToken = { readonly id: string; readonly scopes: readonly TokenScope[]; readonly staff: StaffRow }

/** Finds the valid token with a secret, and records its use. Undefined where it is unknown, expired or revoked, or its staff user is dismissed. */
export async function findToken(db: Kysely<Database>, secret: string): Promise<CallingToken | undefined> {
  const token = await db
    .selectFrom('api_token')
    .select(['id', 'scopes', 'staff_id', sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('is_stale')])
    .where('secret_hash', '=', hashOf(secret))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const staff =
    token && (await db.selectFrom('staff').selectAll().where('id', '=', token.staff_id).where('gone_at', 'is', null).executeTakeFirst())
  if (!token || !staff) return undefined
  if (token.is_stale)
    await db
      .updateTable('api_token')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', token.id)
      .execute()
  return { id: token.id, scopes: token.scopes, staff }
}
