import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing'
import { newId } from '#db'
import { customerOf } from '#testing'
import { createMagicLink, redeemMagicLink } from '#modules/auth'
import { confirmEmailChange, createEmailChangeLink } from './index.ts'

it('gives an address that two accounts request at once to one of them, and reports an expired link to the other', async () => {
  const database = await testDatabase()
  const email = `${newId()}@example.org`
  const wishes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { id } = await customerOf(database)
      return { id, token: (await createEmailChangeLink(database.db, id, email))!.token! }
    }),
  )
  const all = await Promise.all(
    wishes.map(({ id, token }) => confirmEmailChange(database.db, token, { customer: id, session: undefined }, 'request')),
  )
  expect(all.map((each) => (each.ok ? 'ok' : each.error.code)).toSorted()).toEqual([
    'authentication-link-expired',
    'authentication-link-expired',
    'authentication-link-expired',
    'ok',
  ])
  await database.drop()
})

it('keeps no password of an account that requested an address whose owner only confirmed it', async () => {
  const database = await testDatabase()
  const email = `${newId()}@example.org`
  const { id } = await customerOf(database)
  const passwordAfter = async (identity: { customer: string | undefined; session: undefined }, address: string) => {
    await database.db.updateTable('customer').set({ password_hash: 'of whoever asked' }).where('id', '=', id).execute()
    const { token } = (await createEmailChangeLink(database.db, id, address))!
    expect(await confirmEmailChange(database.db, token!, identity, 'request')).toMatchObject({ ok: true })
    const link = (await createMagicLink(database.db, address, 'here'))!
    expect(await redeemMagicLink(database.db, { token: link.token, session: 'here', isConfirmed: false }, 'request')).toMatchObject({
      ok: true,
    })
    const row = await database.db.selectFrom('customer').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
    return row.password_hash
  }
  expect(await passwordAfter({ customer: id, session: undefined }, email)).toBe('of whoever asked')
  expect(await passwordAfter({ customer: undefined, session: undefined }, `new-${email}`)).toBeNull()
  await database.drop()
})
