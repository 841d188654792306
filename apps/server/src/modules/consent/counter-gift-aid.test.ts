import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { createMailer } from '#adapters/mail'
import { addAddress, listAddresses } from '#modules/address'
import { listClaimableDonations, recordDonation } from '#modules/giving'
import { addStaff, staffActor } from '#modules/staff'
import { createOutboxHandlers } from '../../jobs/index.ts'
import { customerOf, openTestTheatre } from '#testing'
import { transact } from '#db'
import { maxAddresses } from '@playhouse/domain/account'
import type { AccountGiftAidWording, GiftAidMethod } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import { startTestServer } from '../../proof/test-server.ts'
import { declareAccountGiftAid, declareGiftAidAtCounter, readAccountGiftAid, withdrawGiftAidAtCounter } from './index.ts'

const home = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', county: '', state: '', postcode: 'SE1 9PH', country: 'GB' }
const actor = { name: 'test' }

async function open() {
  const theatre = await openTestTheatre()
  const { db } = theatre
  const { id: customer } = await customerOf(theatre)
  await addStaff(db, { email: 'max@house.example', name: 'Max', role: 'clerk', password: 'never-typed-by-anyone' }, 'test')
  const { id: staff } = await db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const recorder = { staff, actor: { name: staffActor({ id: staff }) } }
  const declare = (method: GiftAidMethod, wording: AccountGiftAidWording = '2026-01', address?: typeof home) =>
    declareGiftAidAtCounter(db, customer, { wording, method, address }, recorder)
  const withdraw = () => withdrawGiftAidAtCounter(db, customer, recorder)
  const rows = () => db.selectFrom('gift_aid_declaration').selectAll().orderBy('said_at').orderBy('id').execute()
  const letters = async () =>
    (await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.gift-aid-declared').orderBy('created_at').execute()).map(
      ({ payload }) => payload,
    )
  return { theatre, db, customer, staff, recorder, declare, withdraw, rows, letters }
}

it('stores how a declaration was made, by whom it was recorded and with which home address, once, and confirms an oral one', async () => {
  const { theatre, db, customer, staff, recorder, declare, withdraw, rows, letters } = await open()
  await using _ = theatre
  expect(await declare('oral')).toMatchObject({ error: { code: 'gift-aid-address-required' } })
  expect(await rows()).toEqual([])
  const declared = await Promise.all([declare('oral', '2026-01', home), declare('oral')])
  expect(declared.some(({ ok }) => ok)).toBe(true)
  expect((await declare('oral')).ok, 'repeated').toBe(true)
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ is_declared: true, wording: '2026-01', method: 'oral', staff_id: staff })
  expect(row!.donor).toEqual({ title: '', firstName: 'Ada', lastName: 'Quill', address: home })
  expect(await letters()).toEqual([{ declaration: row!.id }])
  expect((await declare('written', '2026-11-later')).ok).toBe(true)
  await withdraw()
  await withdraw()
  expect(
    (await rows()).map(({ is_declared, method, staff_id, donor }) => [is_declared, method, staff_id === staff, donor === null]),
  ).toEqual([
    [true, 'oral', true, false],
    [true, 'written', true, false],
    [false, null, true, true],
  ])
  expect(await letters(), 'none for a signed form').toHaveLength(1)
  expect(await readAccountGiftAid(db, customer)).toMatchObject({ isDeclared: false, method: null, recordedBy: 'Max' })
  const { rows: audited } = await sql`
    select verb, actor from audit where subject = 'customer' and subject_id = ${customer} order by at, id`.execute(db)
  expect(audited).toEqual(
    ['add-address', 'declare-gift-aid', 'declare-gift-aid', 'withdraw-gift-aid'].map((verb) => ({ verb, actor: recorder.actor.name })),
  )
})

it('records nothing where the address book has no room for the home address', async () => {
  const { theatre, db, customer, declare, rows } = await open()
  await using _ = theatre
  const uses = { isPrimary: false, isBilling: false, isDelivery: false }
  for (let count = 0; count < maxAddresses; count++) await addAddress(db, customer, { ...home, ...uses }, actor)
  expect(await declare('written', '2026-01', { ...home, line1: '2 Globe Lane' })).toMatchObject({ error: { code: 'details-not-updated' } })
  expect(await rows()).toEqual([])
  expect((await declare('written', '2026-01', home)).ok, 'with an address that it has').toBe(true)
})

it('makes a stored address the home address again, and stores no address twice', async () => {
  const { theatre, db, customer, declare, recorder } = await open()
  await using _ = theatre
  const other = { ...home, line1: '2 Globe Lane' }
  for (const address of [home, home, other, home]) expect((await declare('written', '2026-01', address)).ok).toBe(true)
  const addresses = await listAddresses(db, customer)
  expect(addresses.map(({ line1, isPrimary }) => [line1, isPrimary])).toEqual([
    [home.line1, true],
    [other.line1, false],
  ])
  expect((await readAccountGiftAid(db, customer))!.donor!.address).toEqual(home)
  const { rows } = await sql<{ verb: string }>`
    select verb from audit where subject = 'customer' and subject_id = ${customer} and actor = ${recorder.actor.name}
      and verb like '%-address' order by at, id`.execute(db)
  expect(rows.map(({ verb }) => verb)).toEqual(['add-address', 'add-address', 'change-address'])
})

it('records an oral declaration again, with a letter, after the letter of the previous one was sent', async () => {
  const { theatre, db, declare, rows, letters } = await open()
  await using _ = theatre
  await declare('oral', '2026-01', home)
  await sql`update outbox set done_at = now()`.execute(db)
  await declare('oral')
  await declare('oral')
  const declarations = await rows()
  expect(declarations.map(({ method }) => method)).toEqual(['oral', 'oral'])
  expect(await letters()).toEqual(declarations.map(({ id }) => ({ declaration: id })))
})

it('claims nothing by an oral declaration that the customer withdrew in time, also at their account', async () => {
  const { theatre, db, customer, declare, withdraw } = await open()
  await using _ = theatre
  const give = (age: string) =>
    transact(db, async (trx) => {
      const { rows } = await sql<{ at: Date }>`select now() - ${age}::interval as at`.execute(trx)
      await recordDonation(trx, customer, { fund: 'The stage fund', appeal: null, amount: money(10_00), givenAt: rows[0]!.at })
    })
  const claimed = async () => {
    const donations = await db.selectFrom('donation').select('gift_aid').orderBy('given_at').execute()
    const claimable = await listClaimableDonations(db, { from: new Date(0), until: new Date('2999-01-01') })
    return { stored: donations.map(({ gift_aid }) => gift_aid), claimable: claimable.map(({ method }) => method) }
  }
  await give('1 year')
  await declare('oral', '2026-01', home)
  expect(await claimed()).toEqual({ stored: [2_50], claimable: ['oral'] })
  const [claim] = await listClaimableDonations(db, { from: new Date(0), until: new Date('2999-01-01') })
  expect(claim!.declaredAt!.toISOString()).toBe((await readAccountGiftAid(db, customer))!.saidAt)
  await withdraw()
  expect(await claimed()).toEqual({ stored: [0], claimable: [] })
  await declare('oral')
  expect(await claimed()).toEqual({ stored: [2_50], claimable: ['oral'] })
  await declareAccountGiftAid(db, customer, false)
  expect(await claimed()).toEqual({ stored: [0], claimable: [] })
  await declare('written')
  await withdraw()
  expect(await claimed(), 'a signed form covers the donations before its withdrawal').toEqual({ stored: [2_50], claimable: ['written'] })
})

it('mails the text of an oral declaration in the language of the customer, and nothing after it was withdrawn', async () => {
  const front = await startTestServer({ change: (brand) => ({ ...brand, features: { ...brand.features, giftAid: true } }) })
  try {
    const { db } = front.theatre
    const { id: customer } = await customerOf(front.theatre)
    await db.updateTable('customer').set({ locale: 'de' }).where('id', '=', customer).execute()
    await addStaff(db, { email: 'max@house.example', name: 'Max', role: 'clerk', password: 'never-typed-by-anyone' }, 'test')
    const { id: staff } = await db.selectFrom('staff').select('id').where('name', '=', 'Max').executeTakeFirstOrThrow()
    const declaration = { wording: '2026-11-later', method: 'oral', address: home } as const
    await declareGiftAidAtCounter(db, customer, declaration, { staff, actor })
    const { id } = await db.selectFrom('gift_aid_declaration').select('id').where('customer_id', '=', customer).executeTakeFirstOrThrow()
    const mails: Parameters<ReturnType<typeof createMailer>['send']>[0][] = []
    const mailer = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) }
    const send = () => createOutboxHandlers({ ...front.shop, mailer })['mail.gift-aid-declared']({ declaration: id }, 'message')
    await send()
    const text = mails[0]!.text.replaceAll(/\s+/g, ' ')
    for (const part of ['Gift Aid für meine Spenden ab heute', 'Ada Quill, 1 Globe Lane, London, SE1 9PH', '/account/gift-aid'])
      expect(text).toContain(part)
    await withdrawGiftAidAtCounter(db, customer, { staff, actor })
    await send()
    expect(mails).toHaveLength(1)
  } finally {
    await front.close()
  }
})
