import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerOf, openTestTheatre } from '#testing'
import { transact } from '#db'
import { giveSubscription, readFlexDefinition } from '#modules/subscription'
import { money } from '@playhouse/domain/money'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'flex-subscription', id: 'four-plays' } as const
const record = {
  ...{ name: 'Four plays', summary: 'Four tickets.', translations: {}, price: 80_00, vouchers: 4, position: 3 },
  ...{ saleFrom: null, saleUntil: null, validMonths: 12, validUntil: null },
  ...{ productions: [], performances: ['tonight'], bands: [], priceTypes: ['full'], perPerformance: 2, perCustomer: null },
}
const save = (version: number | null, values: object) => saveRecord(theatre, planner, of, { version, record: values })
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(saved.error.code)
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)

it('lets the rules of sold vouchers become wider, never narrower, also by an undo, and keeps vouchers of a withdrawn one', async () => {
  const { db } = theatre
  expect(await save(null, { ...record, performances: ['long-ago'] })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['record.performances'] } },
  })
  const created = setOf(await save(null, record))
  expect(await readFlexDefinition(db, of.id)).toMatchObject({ flex: 'four-plays', name: { text: 'Four plays' }, performances: ['tonight'] })
  // Without a sale everything may change.
  setOf(await save(1, { ...record, perPerformance: 1 }))
  setOf(await save(2, record))

  const { id } = await customerOf(theatre)
  const year = { issuedOn: '2020-01-01', expiresOn: '2999-12-31' }
  await transact(db, (trx) =>
    giveSubscription(
      trx,
      id,
      { flex: of.id, name: 'Four plays', vouchers: 4, used: 0, pricingStructure: 'flexible', price: money(record.price), ...year },
      'test',
    ),
  )
  const sold = { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'ticket_subscription', count: 1 }] } }
  expect(await save(3, { ...record, perPerformance: 1 })).toMatchObject({ error: sold })
  expect(await save(3, { ...record, bands: ['a'] })).toMatchObject({ error: sold })
  const widened = setOf(await save(3, { ...record, performances: [], price: 90_00, vouchers: 6 }))
  expect(await undo(widened)).toMatchObject({ error: { code: 'change-has-dependents' } })
  const dearer = setOf(await save(4, { ...record, performances: [], price: 95_00, vouchers: 6 }))
  expect((await undo(dearer)).ok).toBe(true)
  expect((await readRecord(theatre, of))!.record).toMatchObject({ price: 90_00, performances: [] })
  expect((await setRecordSale(theatre, planner, of, { version: 6, isWithdrawn: true })).ok).toBe(true)
  expect(await readFlexDefinition(db, of.id)).toBe(undefined)
  const held = await db.selectFrom('ticket_subscription').select(['vouchers', 'ended_at']).where('flex_id', '=', of.id).execute()
  expect(held).toEqual([{ vouchers: 4, ended_at: null }])
  expect(await undo(created)).toMatchObject({ error: { code: 'change-has-dependents' } })
})
