import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { checkLogin, hashPassword } from '#modules/auth'
import { applyAccess, knowAccessCard } from '#modules/access'
import { addStaff, checkStaffPassword } from '#modules/staff'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, smallHouse, type SmallHouse } from '#testing'
import { money } from '@playhouse/domain/money'

/** The kinds of statements that something says to the database: what takes as long whoever asks says the same. */
async function said(house: SmallHouse, work: (db: SmallHouse['db']) => Promise<unknown>): Promise<string[]> {
  const kinds: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      kinds.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(house.db.withPlugin(plugin))
  return kinds
}

it('does the same for an address that somebody has and one that nobody has', async () => {
  await using house = await smallHouse()
  const customer = await customerOf(house)
  const password_hash = await hashPassword('Right-Horse-27')
  await house.db.updateTable('customer').set({ password_hash }).where('id', '=', customer.id).execute()
  const login = (email: string) => said(house, (db) => checkLogin(db, email, 'Wrong-Horse-27', 'r'))
  expect(await login('nobody@example.org')).toEqual(await login(customer.email))
  await addStaff(house.db, { email: 'max@house.example', name: 'Max', role: 'clerk', password: 'Right-Horse-27' }, 'test')
  const signIn = (email: string) => said(house, (db) => checkStaffPassword(db, email, 'Wrong-Horse-27', 'r'))
  const known = await signIn('max@house.example')
  expect(await signIn('nobody@house.example')).toEqual(known)
  await house.db.updateTable('staff').set({ locked_at: new Date() }).execute()
  expect(await signIn('max@house.example'), 'of somebody who is locked out').toEqual(known)
})

it('does the same for a code that is used up and one that nobody made, and for an access ID', async () => {
  await using house = await smallHouse()
  await issueVoucher(house.db, { amount: money(5_00), code: 'PAST-ITSDAY2', expiresOn: '2020-01-01' }, { name: 'test' })
  const find = (code: string) => said(house, (db) => findVoucher(db, code))
  expect(await find('NONE-SUCHONE')).toEqual(await find('PAST-ITSDAY2'))
  await knowAccessCard(house.db, { accessId: 'SOMEBODYS', lastName: 'Else', types: [] })
  const { id } = await customerOf(house)
  const apply = (accessId: string) => said(house, (db) => applyAccess(db, { id, lastName: 'Quill' }, accessId, { name: 'test' }))
  expect(await apply('NOBODYS')).toEqual(await apply('SOMEBODYS'))
})
