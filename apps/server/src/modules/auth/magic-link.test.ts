import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#db/testing'
import { beginSession } from '#modules/session'
import { customerOf } from '#testing'
import { createMagicLink, createPasswordResetLink, redeemMagicLink, redeemPasswordReset } from './index.ts'

let theatre: TestDatabase
beforeAll(async () => {
  theatre = await testDatabase()
})
afterAll(() => theatre.drop())

const redeem = (token: string, session: string | undefined, isConfirmed = false) =>
  redeemMagicLink(theatre.db, { token, session, isConfirmed }, 'request')
const ask = async (email: string, askedIn = 'this browser') => (await createMagicLink(theatre.db, email, askedIn))!.token

describe('a sign-in link', () => {
  test('works once, in the browser that requested it', async () => {
    const { id, email } = await customerOf(theatre)
    const token = await ask(email)
    expect(await redeem(token, 'this browser')).toEqual({ ok: true, value: { customer: id, email } })
    expect(await redeem(token, 'this browser')).toMatchObject({ error: { code: 'authentication-link-expired' } })
  })

  test.each([undefined, 'another browser'])('needs a confirmation in %s', async (session) => {
    const { email } = await customerOf(theatre)
    const token = await ask(email)
    expect(await redeem(token, session)).toMatchObject({ error: { code: 'link-asked-elsewhere' } })
    expect(await redeem(token, session, true)).toMatchObject({ ok: true })
  })

  test('signs in one of many concurrent holders', async () => {
    const { email } = await customerOf(theatre)
    const token = await ask(email)
    const responses = await Promise.all(Array.from({ length: 8 }, () => redeem(token, 'this browser')))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('revokes the access of a person who opened the account with an unverified address, once', async () => {
    const { id, email } = await customerOf(theatre)
    const read = () =>
      theatre.db.selectFrom('customer').select(['password_hash', 'address_proved_at']).where('id', '=', id).executeTakeFirstOrThrow()
    const setPassword = (password_hash: string) => theatre.db.updateTable('customer').set({ password_hash }).where('id', '=', id).execute()
    const visits = () => theatre.db.selectFrom('session').select('id_hash').where('customer_id', '=', id).execute()
    await setPassword('of somebody who waits')
    await beginSession(theatre.db, { customer: id, basket: undefined })
    expect(await redeem(await ask(email), 'this browser')).toMatchObject({ ok: true })
    expect(await read()).toEqual({ password_hash: null, address_proved_at: expect.any(Date) })
    expect(await visits()).toEqual([])
    // The owner's new password, and the owner's other browser.
    await setPassword('their own')
    await beginSession(theatre.db, { customer: id, basket: undefined })
    expect(await redeem(await ask(email), 'this browser')).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ password_hash: 'their own' })
    expect(await visits()).toHaveLength(1)
  })

  test('is revoked by a newer one', async () => {
    const { email } = await customerOf(theatre)
    const [older, newer] = [await ask(email), await ask(email)]
    expect(await redeem(older, 'this browser')).toMatchObject({ error: { code: 'authentication-link-expired' } })
    expect(await redeem(newer, 'this browser')).toMatchObject({ ok: true })
  })

  test('expires ten minutes after the mail, by the clock of the database', async () => {
    const { id, email } = await customerOf(theatre)
    const token = await ask(email)
    const pass = (minutes: number) =>
      theatre.db
        .updateTable('account_link')
        .set({ until: sql<Date>`until - make_interval(mins => ${minutes})` })
        .where('customer_id', '=', id)
        .execute()
    await pass(9)
    expect(await redeem(token, 'another browser')).toMatchObject({ error: { code: 'link-asked-elsewhere' } })
    await pass(1)
    expect(await redeem(token, 'this browser')).toMatchObject({ error: { code: 'authentication-link-expired' } })
  })

  test('unlocks a locked account', async () => {
    const { id, email } = await customerOf(theatre)
    await theatre.db
      .updateTable('customer')
      .set({ failed_logins: 10, locked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await redeem(await ask(email), 'this browser')
    const row = await theatre.db
      .selectFrom('customer')
      .select(['failed_logins', 'locked_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ failed_logins: 0, locked_at: null })
  })

  test('can’t reset a password, and a reset link can’t sign in', async () => {
    const { email } = await customerOf(theatre)
    const signIn = await ask(email)
    const { token: reset } = (await createPasswordResetLink(theatre.db, email))!
    const password = 'Curtain-Call-27'
    expect(await redeem(reset, 'this browser', true)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    expect(await redeemPasswordReset(theatre.db, { passwordPolicy: 'legacy' }, { token: signIn, password }, 'request')).toMatchObject({
      error: { code: 'reset-password-failed' },
    })
  })

  test('is not created for an address without account', async () => {
    expect(await createMagicLink(theatre.db, 'nobody@example.org', 'this browser')).toBeUndefined()
  })
})
