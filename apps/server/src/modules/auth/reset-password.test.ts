import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#db/testing'
import { customerOf } from '#testing'
import { createThrottle } from '#modules/throttle'
import { beginSession, resumeSession } from '#modules/session'
import { requestPasswordReset, checkLogin, createPasswordResetLink, redeemPasswordReset, sweepLinks } from './index.ts'

const legacy = { passwordPolicy: 'legacy' } as const
const newPassword = 'Curtain27'

let theatre: TestDatabase
beforeAll(async () => {
  theatre = await testDatabase()
})
afterAll(() => theatre.drop())

const redeem = (token: string, password = newPassword) => redeemPasswordReset(theatre.db, legacy, { token, password }, 'request')
async function lockedCustomer() {
  const { id, email } = await customerOf(theatre)
  await theatre.db
    .updateTable('customer')
    .set({ failed_logins: 10, locked_at: sql<Date>`now()`, locale: 'sv' })
    .where('id', '=', id)
    .execute()
  return { id, email, open: async () => (await createPasswordResetLink(theatre.db, email))!.token }
}
const pass = (email: string, minutes: number) =>
  sql`update account_link set until = until - make_interval(mins => ${minutes})
    where customer_id = (select id from customer where email = ${email})`.execute(theatre.db)

describe('requesting a link', () => {
  test('does the same for an unknown address', async () => {
    const { email } = await customerOf(theatre)
    await requestPasswordReset(theatre.db, email, 'de')
    await requestPasswordReset(theatre.db, 'nobody@example.org', 'de')
    const messages = await theatre.db.selectFrom('outbox').select(['topic', 'payload']).execute()
    // Ids of the same millisecond have no order.
    expect(new Set(messages)).toEqual(
      new Set([email, 'nobody@example.org'].map((to) => ({ topic: 'mail.password-reset', payload: { email: to, locale: 'de' } }))),
    )
    expect(messages).toHaveLength(2)
    expect(await createPasswordResetLink(theatre.db, 'nobody@example.org')).toBeUndefined()
  })

  test('stores only the hash of the token, and uses the customer’s language', async () => {
    const { email } = await lockedCustomer()
    const { token, locale } = (await createPasswordResetLink(theatre.db, email))!
    expect(locale).toBe('sv')
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await theatre.db.selectFrom('account_link').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('deletes the request after an hour, and the link a day after its end', async () => {
    const { email, open } = await lockedCustomer()
    const token = await open()
    await pass(email, 11)
    await requestPasswordReset(theatre.db, email, 'en')
    await theatre.db
      .updateTable('outbox')
      .set({ done_at: sql<Date>`now() - interval '2 hours'` })
      .execute()
    await sweepLinks(theatre.db)
    expect(await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'mail.password-reset').execute()).toEqual([])
    expect(await redeem(token)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    await pass(email, 24 * 60)
    await sweepLinks(theatre.db)
    expect(await redeem(token)).toMatchObject({ error: { code: 'reset-password-failed' } })
  })
})

describe('a new password', () => {
  test('unlocks the account, ends its sessions and revokes its links', async () => {
    const { id, email, open } = await lockedCustomer()
    const { secret } = await beginSession(theatre.db, { customer: id })
    const [first, second] = [await open(), await open()]
    expect(await redeem(second)).toEqual({ ok: true, value: { customer: id, email } })
    expect(await checkLogin(theatre.db, email, newPassword, 'request')).toEqual({ ok: true, value: id })
    expect(await resumeSession(theatre.db, secret, 1200)).toBeUndefined()
    expect(await redeem(first)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    const messages = await theatre.db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.password-changed').execute()
    expect(messages.map(({ payload }) => payload)).toContainEqual({ customer: id })
  })

  test('is set once by many concurrent holders of the link', async () => {
    const { open } = await lockedCustomer()
    const token = await open()
    const responses = await Promise.all(Array.from({ length: 8 }, (_, nth) => redeem(token, `${newPassword}${nth}`)))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is rejected ten minutes after the mail, by the clock of the database', async () => {
    const { email, open } = await lockedCustomer()
    const token = await open()
    await pass(email, 9)
    expect(await redeem(token, 'short')).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['password'] } } })
    await pass(email, 1)
    expect(await redeem(token)).toMatchObject({ error: { code: 'authentication-link-expired' } })
  })

  test.each(['Password1', 'Welcome1'])('is not %s, and the link stays valid', async (common) => {
    const { open } = await lockedCustomer()
    const token = await open()
    expect(await redeem(token, common)).toMatchObject({ error: { code: 'password-too-common' } })
    expect(await redeem(token)).toMatchObject({ ok: true })
  })
})

test('a reset clears the count of failed sign-ins', async () => {
  const throttle = createThrottle(theatre.db)
  const tries = () => Promise.all(Array.from({ length: 13 }, () => throttle('login-account', 'ada@example.org')))
  expect((await tries()).filter(Boolean)).toHaveLength(1)
  await throttle.reset('login-account', 'ada@example.org')
  expect(await throttle('login-account', 'ada@example.org')).toBeUndefined()
})
