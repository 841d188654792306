import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestTheatre } from '#testing'
import { newId } from '#db'
import { openBasket } from '#modules/basket'
import { giftVoucherSchema } from '@playhouse/domain/gift-voucher'
import { undoChange } from '../undo.ts'
import { saveRecord, setRecordSale } from './edit-records.ts'
import { createLiveBrand, seedRecords } from './live-brand.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'gift-voucher', id: 'gift-vouchers' } as const
const record = { word: 'gift-vouchers', presets: [10_00], least: 10_00, most: 200_00, mostQuantity: 10, validMonths: 24 }

it('is the only source of the gift vouchers of a shop, also where the file of the brand has another word', async () => {
  const { db, brand } = theatre
  const file = { ...brand, memberships: [], giving: [], giftVouchers: undefined }
  const live = await createLiveBrand(db, file)
  expect(live.brand.giftVouchers).toBe(undefined)
  const created = await saveRecord(theatre, planner, of, { version: null, record })
  if (!created.ok) throw new Error(created.error.code)
  await live.refresh()
  expect(live.brand.giftVouchers).toEqual(record)
  expect((await setRecordSale(theatre, planner, of, { version: 1, isWithdrawn: true })).ok).toBe(true)
  const other = giftVoucherSchema.parse({ ...record, word: 'gift-certificates' })
  await seedRecords(db, { ...file, giftVouchers: other })
  await live.refresh()
  expect(live.brand.giftVouchers).toEqual({ ...record, isWithdrawn: true })
  // A copy for pages has the same.
  expect({ ...live.brand }.giftVouchers).toEqual(live.brand.giftVouchers)
})

it('does not undo the first gift vouchers while one is in a basket', async () => {
  const { db, brand } = theatre
  await db.deleteFrom('catalogue_record').where('kind', '=', 'gift-voucher').execute()
  const created = await saveRecord(theatre, planner, of, { version: null, record })
  if (!created.ok) throw new Error(created.error.code)
  const basket = await openBasket(db, brand, {})
  const texts = { to: 'Nan', from: 'Ada', message: '', delivery: 'print', email: null, sendOn: null }
  const detail = JSON.stringify({ ...texts, value: 10_00, months: 24, timeZone: brand.timeZone })
  const item = { id: newId(), basket_id: basket, kind: 'gift-voucher', product: null, quantity: 1, amount: 10_00, detail } as const
  await db.insertInto('basket_item').values(item).execute()
  const undo = () => undoChange(theatre, planner, created.value.changeSet!, undefined)
  expect(await undo()).toMatchObject({
    error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 1 }] } },
  })
  await db.deleteFrom('basket_item').where('basket_id', '=', basket).execute()
  expect((await undo()).ok).toBe(true)
})
