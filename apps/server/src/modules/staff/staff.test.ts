import { sql } from 'kysely'
import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#db/testing'
import {
  addStaff,
  beginEnrolment,
  beginStaffSession,
  checkSecondFactor,
  checkStaffPassword,
  confirmEnrolment,
  createSecretVault,
  deactivateStaff,
  newStaffPassword,
  verifyStaffSession,
  resetStaffAccount,
  resumeStaffSession,
} from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const vault = createSecretVault(['a-secret-of-the-house-that-is-long-enough'])
const password = newStaffPassword()
const newcomer = async (email: string) => {
  await addStaff(database.db, { email, name: 'Ann', role: 'clerk', password }, 'test')
  const staff = await database.db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const newStaffSession = async () => (await resumeStaffSession(database.db, await beginStaffSession(database.db, staff.id)))!
  return { staff, shift: newStaffSession }
}

test('a second factor accepts each code once, and ends the session after five wrong ones', async () => {
  // All codes of one time step, even if the next one begins during the test.
  const startedAt = Date.now()
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: startedAt + steps * 30_000 })
  const { db } = database
  const { shift: newStaffSession } = await newcomer('ann@house.example')
  const { secret, address } = (await beginEnrolment(db, vault, await newStaffSession(), 'The Bridge'))!
  expect(address).toContain(secret)
  const { second_factor: sealed } = await db
    .selectFrom('staff')
    .select('second_factor')
    .where('email', '=', 'ann@house.example')
    .executeTakeFirstOrThrow()
  expect(sealed).not.toContain(secret)
  expect(createSecretVault(['another-secret', 'a-secret-of-the-house-that-is-long-enough']).decrypt(sealed!)).toBe(secret)
  expect(() => createSecretVault(['another-secret']).decrypt(sealed!)).toThrow(/no key matches/)

  expect(await checkSecondFactor(db, vault, await newStaffSession(), codeOf(secret), 'r'), 'not enrolled yet').toBe(false)
  expect(await confirmEnrolment(db, vault, await newStaffSession(), codeOf(secret), 'r')).toHaveLength(10)
  expect(
    await beginEnrolment(db, vault, await newStaffSession(), 'The Bridge'),
    'a second authenticator by the password alone',
  ).toBeUndefined()
  expect(await checkSecondFactor(db, vault, await newStaffSession(), codeOf(secret), 'r'), 'used to enrol').toBe(false)
  expect(await checkSecondFactor(db, vault, await newStaffSession(), codeOf(secret, 1), 'r')).toBe(true)
  expect(await checkSecondFactor(db, vault, await newStaffSession(), codeOf(secret, 1), 'r'), 'twice').toBe(false)
  expect(await checkSecondFactor(db, vault, await newStaffSession(), codeOf(secret, -1), 'r'), 'an older one').toBe(false)

  const cookie = await beginStaffSession(db, (await newStaffSession()).staff.id)
  const guessing = (await resumeStaffSession(db, cookie))!
  for (let wrong = 1; wrong <= 5; wrong++) expect(await checkSecondFactor(db, vault, guessing, 'zzzzz-zzzzz', 'r')).toBe(false)
  expect(await resumeStaffSession(db, cookie)).toBeUndefined()
})

test('ten wrong passwords lock the account, and a reset unlocks it and ends its sessions', async () => {
  const { db } = database
  const { staff } = await newcomer('bob@house.example')
  const attempt = async (typed: string) => {
    const result = await checkStaffPassword(db, staff.email, typed, 'r')
    return result.ok ? 'in' : result.error.code
  }
  const cookie = await beginStaffSession(db, staff.id)
  expect(await attempt(password)).toBe('in')
  for (let wrong = 1; wrong < 10; wrong++) expect(await attempt('wrong')).toBe('login-failed')
  expect(await attempt('wrong')).toBe('account-locked')
  expect(await attempt('wrong'), 'nobody learns of it who doesn’t know the password').toBe('login-failed')
  expect(await attempt(password)).toBe('account-locked')
  const newPassword = newStaffPassword()
  expect(await resetStaffAccount(db, staff.email, newPassword, 'test')).toBe(true)
  expect([await attempt(password), await attempt(newPassword)]).toEqual(['login-failed', 'in'])
  expect(await resumeStaffSession(db, cookie)).toBeUndefined()
  await deactivateStaff(db, staff.email, 'test')
  expect(await attempt(newPassword)).toBe('login-failed')
  expect(await deactivateStaff(db, 'nobody@house.example', 'test')).toBe(false)
})

test('a session waits five minutes for the second factor, fifteen for the next request, and lasts at most ten hours', async () => {
  const { db } = database
  const { staff } = await newcomer('cat@house.example')
  const aged = async (isProved: boolean, column: 'created_at' | 'seen_at', interval: string) => {
    const first = await beginStaffSession(db, staff.id)
    const cookie = isProved ? await verifyStaffSession(db, (await resumeStaffSession(db, first))!) : first
    if (isProved) expect(await resumeStaffSession(db, first), 'the cookie from before').toBeUndefined()
    const { key } = (await resumeStaffSession(db, cookie))!
    await sql`update staff_session set ${sql.ref(column)} = now() - ${interval}::interval where id_hash = ${key}`.execute(db)
    return (await resumeStaffSession(db, cookie)) !== undefined
  }
  expect([await aged(false, 'created_at', '4 minutes'), await aged(false, 'created_at', '6 minutes')]).toEqual([true, false])
  expect([await aged(true, 'seen_at', '14 minutes'), await aged(true, 'seen_at', '16 minutes')]).toEqual([true, false])
  expect([await aged(true, 'created_at', '9 hours'), await aged(true, 'created_at', '11 hours')]).toEqual([true, false])
})
