import { expect, it } from 'vitest'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { money } from '@playhouse/domain/money'
import { code, value } from './visitor.ts'

type Parts = { readonly visitor: () => ApiClient; readonly programmer: () => Promise<ApiClient> }

const firstRecord = {
  ...{ word: 'gift-vouchers', presets: [10_00, 25_00], least: 10_00, most: 200_00, mostQuantity: 10, validMonths: 24 },
  post: { fee: 2_50 },
}

/** The gift vouchers of a theatre as a record of the catalogue. */
export function describeGiftVoucherRecords({ visitor, programmer: signIn }: Parts): void {
  it('changes what gift vouchers cost and how long they are valid, keeps those in a basket, ends their sale, and undoes all', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const onSite = async () => value(await anyone.site.site()).brand.giftVouchers
    const undo = async (change: string | null) => value(await programmer.planning.undo({ params: { change: change! }, body: {} }))
    const sold = await onSite()
    const params = { kind: 'gift-voucher', id: sold?.word ?? firstRecord.word } as const
    const save = (version: number | null, record: object, to: string = params.id) =>
      programmer.records.save({ params: { kind: 'gift-voucher', id: to }, body: { version, record: { ...record } } })
    const created = sold ? undefined : value(await save(null, firstRecord))
    const { record: before, version } = value(await programmer.records.one({ params }))
    await expect.poll(onSite, { timeout: longestWait }).toEqual(before)
    const names = value(await programmer.records.all({ params })).records
    expect(names).toEqual([{ id: params.id, name: params.id, isWithdrawn: false, version }])

    const faultsOf = async (change: object, to = params.id) => {
      const reply = await save(to === params.id ? version : null, { ...before, ...change }, to)
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ presets: [10_00, 10_00] })).toEqual(['record.presets'])
    expect(await faultsOf({ presets: [] })).toEqual(['record.presets'])
    expect(await faultsOf({ least: 50_00, most: 40_00, topUp: undefined })).toEqual(['record.most'])
    expect(await faultsOf({ topUp: { mostBalance: 1, lastDay: 'stays' } })).toEqual(['record.topUp.mostBalance'])
    expect(await faultsOf({ validMonths: 0, mostQuantity: 51 })).toEqual(['record.mostQuantity', 'record.validMonths'])
    const otherWord = params.id === 'gift-vouchers' ? 'gift-certificates' : 'gift-vouchers'
    expect(await faultsOf({ word: otherWord })).toEqual(['record.word'])
    expect(await faultsOf({ word: otherWord }, otherWord), 'a second word').toEqual(['record.word'])

    const wanted = { to: 'Nan', from: 'Ada', message: '', delivery: 'print', email: null, sendOn: null, quantity: 1 } as const
    const add = (amount: number) => anyone.basket.addItem({ body: { kind: 'gift-voucher', ...wanted, value: money(amount) } })
    const [first] = (before as typeof firstRecord).presets
    value(await add(first!))
    const after = {
      ...before,
      presets: [33_00],
      least: 30_00,
      most: 40_00,
      validMonths: 6,
      topUp: { mostBalance: 90_00, lastDay: 'stays' },
    }
    const edited = value(await save(version, after))
    expect(edited.record).toEqual({ ...params, version: version + 1, isWithdrawn: false, record: after })
    await expect.poll(onSite, { timeout: longestWait }).toEqual(after)
    expect(code(await add(first!))).toBe('invalid-input')
    value(await add(33_00))
    const months = value(await anyone.basket.read()).items.map(({ detail }) => detail && 'months' in detail && detail.months)
    expect(months.toSorted((a, b) => Number(a) - Number(b))).toEqual([6, (before as typeof firstRecord).validMonths])

    const ended = value(await programmer.records.setSale({ params, body: { version: version + 1, isWithdrawn: true } }))
    // Those that were sold keep their pages and their top-ups.
    await expect.poll(onSite, { timeout: longestWait }).toEqual({ ...after, isWithdrawn: true })
    expect(code(await add(33_00))).toBe('page-not-found')
    for (const { id } of value(await anyone.basket.read()).items) value(await anyone.basket.removeItem({ params: { id } }))
    for (const change of [ended, edited, ...(created ? [created] : [])]) await undo(change.changeSet)
    await expect.poll(onSite, { timeout: longestWait }).toEqual(sold)
  })
}
