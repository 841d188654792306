import { expect, it } from 'vitest'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import {
  bandsOf,
  draftOfPrices,
  editOfDraft,
  mergePriceDrafts,
  pasteBlock,
  withCell,
  withLevyForAll,
  withPriceType,
  withRules,
} from './price-draft.ts'

const price = (amount: number, fee = 0) => ({ price: money(amount), fee: money(fee) })
const list: Pick<PlannedPriceList, 'name' | 'priceTypes' | 'prices' | 'seats'> = {
  name: 'Weekdays',
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' },
    { id: 'under-26', name: 'Under 26', kind: 'under-26', limit: 2 },
  ],
  prices: { a: { full: price(45_00, 3_00), 'under-26': price(20_00) }, c: { full: price(12_50) } },
  seats: [
    { band: 'a', seats: 10 },
    { band: 'b', seats: 20 },
  ],
}
const draft = draftOfPrices(list)

it('edits what it was made from', () => {
  const { edit, faults } = editOfDraft(draft)
  expect(edit).toEqual({ name: list.name, priceTypes: list.priceTypes, prices: list.prices })
  expect(faults).toEqual([])
  expect(bandsOf(list)).toEqual(['a', 'b', 'c'])
})

it('names cells that are no prices', () => {
  const typed = withCell(withCell(withCell(draft, 'a.full', 'price', '-5'), 'a.under-26', 'fee', '21'), 'b.full', 'fee', '1')
  expect(editOfDraft(typed).faults).toEqual(['a.full', 'a.under-26', 'b.full'])
  expect(editOfDraft(withCell(draft, 'c.full', 'price', ' ')).edit.prices).toEqual({ a: list.prices.a })
})

it('reads a rate of tax in per cent, and refuses one that is none', () => {
  const rates = ['20', '5,5 %', '0', ' ', '120', 'none'].map((vat) => editOfDraft(withRules(draft, 'under-26', { vat })))
  expect(rates.map(({ edit }) => edit.priceTypes[1]!.vatBasisPoints).slice(0, 4)).toEqual([2000, 550, 0, undefined])
  expect(rates.map(({ faults }) => faults)).toEqual([[], [], [], [], ['rule.under-26.vat'], ['rule.under-26.vat']])
  const saved = draftOfPrices({ ...list, priceTypes: rates[1]!.edit.priceTypes })
  expect(saved.rules).toMatchObject({ full: { vat: '' }, 'under-26': { vat: '5.5' } })
  expect(mergePriceDrafts(draft, withRules(draft, 'full', { vat: '20' }), saved).rules).toMatchObject({
    full: { vat: '20' },
    'under-26': { vat: '5.5' },
  })
})

it('keeps the proof of a price type with its translations, and drops those without a proof', () => {
  const proofAtDoor = { text: 'a student card', translations: { de: 'ein Ausweis' } }
  const typed = withRules(draft, 'full', { proof: ' a student card ', proofs: { de: 'ein Ausweis', sv: ' ' } })
  expect(editOfDraft(typed).edit.priceTypes[0]).toEqual({ ...list.priceTypes[0], proofAtDoor })
  const saved = draftOfPrices({ ...list, priceTypes: editOfDraft(typed).edit.priceTypes })
  expect(editOfDraft(saved).edit.priceTypes[0]).toEqual({ ...list.priceTypes[0], proofAtDoor })
  expect(editOfDraft(withRules(saved, 'full', { proof: '' })).edit.priceTypes[0]).toEqual(list.priceTypes[0])
})

it('reads a levy as an amount or a part of the price, and refuses one without size or name', () => {
  const levyOf = (rules: Parameters<typeof withRules>[2]) => {
    const { edit, faults } = editOfDraft(withRules(draft, 'full', rules))
    return { levy: edit.priceTypes[0]!.levy, faults }
  }
  const name = { text: 'restoration levy', translations: { de: 'Restaurierungsabgabe' } }
  const named = { levyName: ' restoration levy ', levyNames: { de: 'Restaurierungsabgabe', sv: '' } }
  expect(levyOf({ levy: '1,50', ...named })).toEqual({ levy: { name, amount: 1_50 }, faults: [] })
  expect(levyOf({ levy: '5.5 %', ...named })).toEqual({ levy: { name, basisPoints: 550 }, faults: [] })
  for (const levy of ['', '0', '0%', '101%', '-1', 'some']) expect(levyOf({ levy, ...named }).faults).toEqual(['rule.full.levy'])
  expect(levyOf({ levy: '1.50' })).toEqual({ levy: undefined, faults: ['rule.full.levyName'] })
  const forAll = withLevyForAll(withRules(draft, 'full', { levy: '5%', ...named }), 'full')
  expect(editOfDraft(forAll).edit.priceTypes.map(({ levy }) => levy)).toEqual([1, 2].map(() => ({ name, basisPoints: 500 })))
  expect(editOfDraft(draftOfPrices({ ...list, priceTypes: editOfDraft(forAll).edit.priceTypes })).edit).toEqual(editOfDraft(forAll).edit)
})

it('reads what customers may pay, and refuses a range without an order and a suggested price outside of it', () => {
  const rangeOf = (least: string, most: string) => {
    const { edit, faults } = editOfDraft(withRules(draft, 'full', { least, most }))
    return { range: edit.priceTypes[0]!.payWhatYouCan, faults }
  }
  expect(rangeOf('5', '60,50')).toEqual({ range: { least: 5_00, most: 60_50 }, faults: [] })
  expect(rangeOf(' ', '')).toEqual({ range: undefined, faults: [] })
  expect(rangeOf('60', '5').faults).toEqual(['rule.full.most'])
  expect(rangeOf('', '5').faults).toEqual(['rule.full.least'])
  expect(rangeOf('20', '60').faults).toEqual(['c.full'])
  const saved = draftOfPrices({ ...list, priceTypes: editOfDraft(withRules(draft, 'full', { least: '5', most: '60' })).edit.priceTypes })
  expect(saved.rules['full']).toMatchObject({ least: '5.00', most: '60.00' })
})

it('pastes a block of a spreadsheet, and leaves out what does not fit', () => {
  const rows = bandsOf(list)
  const pasted = pasteBlock(draft, { rows, from: [0, 0], part: 'price', text: '£50.00\t22,50\t9\r\n1,040.00\t\r\n' })
  expect(editOfDraft(pasted).edit.prices).toEqual({
    ...{ a: { full: price(50_00, 3_00), 'under-26': price(22_50) }, b: { full: price(1040_00) }, c: { full: price(12_50) } },
  })
  const fees = pasteBlock(draft, { rows, from: [2, 1], part: 'fee', text: '1\n2\n3' })
  expect(Object.keys(fees.cells).toSorted()).toEqual(['a.full', 'a.under-26', 'c.full', 'c.under-26'])
})

it('adds a price type with an id from its name', () => {
  expect(withPriceType(draft, ' Pay what you can ', 'concession').types[2]).toEqual({
    ...{ id: 'pay-what-you-can', name: 'Pay what you can', kind: 'concession' },
  })
  expect(withPriceType(draft, 'Under 26', 'concession')).toBe(draft)
  expect(withPriceType(draft, ' ', 'full')).toBe(draft)
})

it('keeps what was typed beside what another staff user has changed', () => {
  const typed = withPriceType(withCell({ ...draft, name: 'Monday to Thursday' }, 'a.full', 'price', '50'), 'Child', 'concession')
  const current = draftOfPrices({ ...list, prices: { ...list.prices, a: { full: price(47_00, 3_00), 'under-26': price(19_00) } } })
  const merged = mergePriceDrafts(draft, typed, current)
  expect(merged.name).toBe('Monday to Thursday')
  expect(merged.types.map(({ id }) => id)).toEqual(['full', 'under-26', 'child'])
  expect(merged.cells).toMatchObject({ 'a.full': { price: '50' }, 'a.under-26': { price: '19.00' } })
})
