import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing'
import { newId } from '#db'
import { customerOf } from '#testing'
import { confirmEmail, openEmailChange } from './index.ts'

it('gives an address that two accounts want at once to one of them, and tells the other that its link is over', async () => {
  const database = await testDatabase()
  const email = `${newId()}@example.org`
  const wishes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { id } = await customerOf(database)
      return { id, token: (await openEmailChange(database.db, id, email))!.token! }
    }),
  )
  const all = await Promise.all(
    wishes.map(({ id, token }) => confirmEmail(database.db, token, { customer: id, session: undefined }, 'request')),
  )
  expect(all.map((each) => (each.ok ? 'ok' : each.error.code)).toSorted()).toEqual([
    'authentication-link-expired',
    'authentication-link-expired',
    'authentication-link-expired',
    'ok',
  ])
  await database.drop()
})
