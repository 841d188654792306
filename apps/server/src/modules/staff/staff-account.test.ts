import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#db/testing'
import type { StaffRole } from '@playhouse/domain/staff'
import { addStaff, createToken, dismissAccount, editStaffAccount, findToken, listTokens, type StaffManager } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

let people = 0
async function manager(role: StaffRole = 'administrator'): Promise<StaffManager> {
  const email = `person-${++people}@house.example`
  await addStaff(database.db, { email, name: 'Ann', role, password: 'Rehearse10-Lines' }, 'test')
  const { id } = await database.db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { staff: id, actor: { name: `staff ${id}` } }
}
const scopes = ['edit-programme'] as const

it('keeps one of two administrators who dismiss each other at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, other] = [await manager(), await manager()]
    const results = await Promise.all([
      dismissAccount(database.db, one, other.staff),
      editStaffAccount(database.db, other, one.staff, { role: 'clerk' }),
    ])
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(results.flatMap((result) => (result.ok ? [] : [result.error.code]))).toEqual(['not-allowed'])
  }
})

it('stores only the hash of a token, and records its use once a minute', async () => {
  const { db } = database
  const created = await createToken(db, await manager(), { name: 'Sync', scopes, days: 1 })
  if (!created.ok) throw new Error('not created')
  const { secret, token } = created.value
  const row = () => db.selectFrom('api_token').selectAll().where('id', '=', token.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(await row())).not.toContain(secret)
  const { rows } = await sql<{ detail: unknown }>`select detail from audit where subject_id = ${token.id}`.execute(db)
  expect(rows).toEqual([{ detail: { scopes, days: 1 } }])
  expect(await findToken(db, secret)).toMatchObject({ id: token.id, scopes })
  const { last_used_at: first } = await row()
  await findToken(db, secret)
  expect((await row()).last_used_at).toEqual(first)
  await sql`update api_token set last_used_at = now() - interval '2 minutes'`.execute(db)
  await findToken(db, secret)
  expect((await row()).last_used_at!.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

it('accepts no token that is expired, or whose staff user is dismissed', async () => {
  const { db } = database
  const [administrator, owner] = [await manager(), await manager('programmer')]
  const tokens = await Promise.all([1, 2].map((days) => createToken(db, owner, { name: `Token ${days}`, scopes, days })))
  const [first, second] = tokens.map((created) => (created.ok ? created.value : undefined))
  await sql`update api_token set expires_at = now() where id = ${first!.token.id}`.execute(db)
  expect(await findToken(db, first!.secret)).toBeUndefined()
  expect((await listTokens(db, first!.token.id))[0]!.state).toBe('expired')
  expect(await findToken(db, second!.secret)).toBeDefined()
  expect((await dismissAccount(db, administrator, owner.staff)).ok).toBe(true)
  expect(await findToken(db, second!.secret)).toBeUndefined()
  expect((await listTokens(db, second!.token.id))[0]!.state).toBe('revoked')
})

it('gives a token no scope that the role of its staff user lacks', async () => {
  const clerk = await manager('clerk')
  const created = await createToken(database.db, clerk, { name: 'Sync', scopes, days: 1 })
  expect(created).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
})
