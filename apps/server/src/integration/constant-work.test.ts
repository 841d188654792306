import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { checkLogin, hashPassword } from '#modules/auth'
import { applyAccess, saveAccessCards } from '#modules/access'
import { addStaff, checkStaffPassword } from '#modules/staff'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'

/** Returns the kinds of the statements that some work sends to the database: equal work sends equal statements. */
async function statementKinds(theatre: TestTheatre, work: (db: TestTheatre['db']) => Promise<unknown>): Promise<string[]> {
  const kinds: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      kinds.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(theatre.db.withPlugin(plugin))
  return kinds
}

it('sends the same statements for a known and an unknown email address', async () => {
  await using theatre = await openTestTheatre()
  const customer = await customerOf(theatre)
  const password_hash = await hashPassword('Right-Horse-27')
  await theatre.db.updateTable('customer').set({ password_hash }).where('id', '=', customer.id).execute()
  const login = (email: string) => statementKinds(theatre, (db) => checkLogin(db, email, 'Wrong-Horse-27', 'r'))
  expect(await login('nobody@example.org')).toEqual(await login(customer.email))
  await addStaff(theatre.db, { email: 'max@house.example', name: 'Max', role: 'clerk', password: 'Right-Horse-27' }, 'test')
  const signIn = (email: string) => statementKinds(theatre, (db) => checkStaffPassword(db, email, 'Wrong-Horse-27', 'r'))
  const knownResponse = await signIn('max@house.example')
  expect(await signIn('nobody@house.example')).toEqual(knownResponse)
  await theatre.db.updateTable('staff').set({ locked_at: new Date() }).execute()
  expect(await signIn('max@house.example'), 'of a staff user who is locked out').toEqual(knownResponse)
})

it('sends the same statements for an expired and an unknown voucher code, and for a known and an unknown access ID', async () => {
  await using theatre = await openTestTheatre()
  await issueVoucher(theatre.db, { amount: money(5_00), code: 'PAST-ITSDAY2', expiresOn: '2020-01-01' }, { name: 'test' })
  const find = (code: string) => statementKinds(theatre, (db) => findVoucher(db, code))
  expect(await find('NONE-SUCHONE')).toEqual(await find('PAST-ITSDAY2'))
  await saveAccessCards(theatre.db, [{ accessId: 'SOMEBODYS', lastName: 'Else', types: [] }], { name: 'test' })
  const { id } = await customerOf(theatre)
  const apply = (accessId: string) =>
    statementKinds(theatre, (db) => applyAccess(db, { id, lastName: 'Quill' }, accessId, { name: 'test' }))
  expect(await apply('NOBODYS')).toEqual(await apply('SOMEBODYS'))
})
