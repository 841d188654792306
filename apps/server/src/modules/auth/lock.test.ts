import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#db/testing'
import { customerOf } from '#testing'
import { hashPassword } from './password.ts'
import { checkLogin } from './index.ts'

let theatre: TestDatabase
beforeAll(async () => {
  theatre = await testDatabase()
})
afterAll(() => theatre.drop())

async function customer() {
  const { id, email } = await customerOf(theatre)
  await theatre.db
    .updateTable('customer')
    .set({ password_hash: await hashPassword('Curtain27') })
    .where('id', '=', id)
    .execute()
  const state = () =>
    theatre.db.selectFrom('customer').select(['failed_logins', 'locked_at']).where('id', '=', id).executeTakeFirstOrThrow()
  const verbs = async () => {
    const rows = await theatre.db.selectFrom('audit').select('verb').where('subject_id', '=', id).execute()
    return rows.map(({ verb }) => verb)
  }
  return {
    id,
    attempt: (password: string, isKnownDevice = false) => checkLogin(theatre.db, email, password, 'request', isKnownDevice),
    state,
    verbs,
  }
}

test('concurrent wrong passwords lock an account once, and each is counted', async () => {
  const { attempt, state, verbs } = await customer()
  const responses = await Promise.all(Array.from({ length: 12 }, () => attempt('Wrong-27')))
  expect(responses.every(({ ok }) => !ok)).toBe(true)
  expect(await state()).toMatchObject({ failed_logins: 10, locked_at: expect.any(Date) })
  expect((await verbs()).filter((verb) => verb === 'lock')).toHaveLength(1)
  expect(await attempt('Curtain27')).toMatchObject({ ok: false, error: { code: 'account-locked' } })
})

test('the right password resets the count of wrong ones', async () => {
  const { id, attempt, state } = await customer()
  await Promise.all(Array.from({ length: 9 }, () => attempt('Wrong-27')))
  expect(await state()).toMatchObject({ failed_logins: 9, locked_at: null })
  expect(await attempt('Curtain27')).toEqual({ ok: true, value: id })
  expect(await state()).toMatchObject({ failed_logins: 0 })
})

test('a lock does not apply on the owner’s known browser: there the right password signs in, and no other does', async () => {
  const { id, attempt, state, verbs } = await customer()
  await Promise.all(Array.from({ length: 10 }, () => attempt('Wrong-27')))
  const locked = await state()
  expect(await attempt('Wrong-27', true)).toMatchObject({ ok: false, error: { code: 'account-locked' } })
  expect(await attempt('Curtain27', true)).toEqual({ ok: true, value: id })
  expect(await state()).toEqual(locked)
  expect(await attempt('Curtain27')).toMatchObject({ ok: false, error: { code: 'account-locked' } })
  expect((await verbs()).filter((verb) => verb === 'login' || verb === 'lock').toSorted()).toEqual(['lock', 'login'])
})
