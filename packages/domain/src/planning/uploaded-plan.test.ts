import { expect, it } from 'vitest'
import { readPlan } from '../plan/index.ts'
import { bands } from '../pricing/pricing.ts'
import { isSamePlan, nextPlanVersion } from './hall-plan.ts'
import { bandsOfNewPlan, priceListOfPlan, readUploadedPlan, reportOfPlan } from './uploaded-plan.ts'

const options = { hall: 'barn', name: 'The Barn', languages: ['en'] }
const bytesOf = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json))
const listOf = (categories: readonly (string | undefined)[]): Uint8Array =>
  bytesOf(
    categories.map((category, place) => ({
      area: 'Stalls',
      row: 'A',
      number: place + 1,
      x: place * 20,
      y: 0,
      ...(category && { category }),
    })),
  )
const upload = (bytes: Uint8Array) => {
  const uploaded = readUploadedPlan(bytes, options)
  if (!uploaded.ok) throw new Error(uploaded.error.params.reason)
  return uploaded.value
}
const bandNames = (indices: readonly number[]): string[] => indices.map((index) => bands[index]!)

it('gives each category a band, and wheelchair spaces and seats without one that of the seat before', () => {
  const uploaded = upload(listOf(['Gold', 'Wheelchair', 'Gold', 'Silver', undefined]))
  expect(bandNames(bandsOfNewPlan(readPlan(uploaded.data), uploaded))).toEqual(['a', 'a', 'a', 'b', 'b'])
})

it('gives seats whose category is a state the band of the nearest seat of their row', () => {
  const uploaded = upload(listOf(['Sold', 'Sold', 'Gold', 'Sold', 'Not available', 'Silver']))
  expect(bandNames(bandsOfNewPlan(readPlan(uploaded.data), uploaded))).toEqual(['a', 'a', 'a', 'a', 'b', 'b'])
  const without = upload(listOf(['Sold', 'Sold']))
  expect(bandNames(bandsOfNewPlan(readPlan(without.data), without))).toEqual(['a', 'a'])
})

it('gives more categories than bands the last band', () => {
  const uploaded = upload(listOf('ABCDEFGHIJ'.split('').map((letter) => `Price ${letter}`)))
  expect(bandNames(bandsOfNewPlan(readPlan(uploaded.data), uploaded)).slice(-3)).toEqual(['premium-2', 'premium-2', 'premium-2'])
})

it('keeps the band of a seat that an earlier plan has', () => {
  const earlier = readPlan(upload(listOf(['Gold', 'Gold'])).data)
  const uploaded = upload(listOf(['Gold', 'Gold', 'Gold']))
  const bandOf = bandsOfNewPlan(readPlan(uploaded.data), uploaded, { plan: earlier, bandOf: [bands.indexOf('d'), bands.indexOf('c')] })
  expect(bandNames(bandOf)).toEqual(['d', 'c', 'c'])
})

it('names a version by its number and its content, whatever the name of the hall', () => {
  const [one, other] = [upload(listOf(['Gold', 'Gold'])), upload(listOf(['Gold', 'Gold', 'Gold']))]
  const renamed = readUploadedPlan(listOf(['Gold', 'Gold']), { ...options, name: 'Another name' })
  expect(nextPlanVersion(1, one)).toMatch(/^2-[0-9a-f]{8}$/)
  expect(renamed.ok && isSamePlan(nextPlanVersion(1, one), renamed.value)).toBe(true)
  expect(isSamePlan(nextPlanVersion(1, one), other)).toBe(false)
})

it('makes a price list for the seats of the plan, without prices or with those of another list', () => {
  const uploaded = upload(listOf(['Gold', 'Silver', 'Silver']))
  const plan = readPlan({ ...uploaded.data, version: '1-00000000' })
  const request = { id: 'barn', name: 'Barn', basedOn: null, fullPrice: 'Full price' }
  expect(priceListOfPlan(plan, bandsOfNewPlan(plan, uploaded), request)).toEqual({
    ...{ id: 'barn', name: 'Barn', hall: 'barn', planVersion: '1-00000000', prices: {} },
    priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' }],
    seatBands: [
      [bands.indexOf('a'), 1],
      [bands.indexOf('b'), 2],
    ],
  })
})

it('counts seats by area, type and band, and names the findings', () => {
  const uploaded = upload(listOf(['Gold', 'Wheelchair', 'Gold']))
  expect(reportOfPlan(uploaded, bandsOfNewPlan(readPlan(uploaded.data), uploaded))).toMatchObject({
    ...{ format: 'seat-list', isSellable: true, seats: 3, rows: 1, stepFree: 1 },
    areas: [{ name: 'Stalls', seats: 3 }],
    types: [
      { type: 'standard', seats: 2 },
      { type: 'wheelchair', seats: 1 },
    ],
    bands: [{ band: 'a', seats: 3 }],
  })
})

it('names the seats of a finding by area, row and number, and parts of the file by their names there', () => {
  const zone = {
    name: 'Stalls',
    rows: [
      {
        row_number: 'A',
        seats: [1, 2, 3, 4].map((number) => ({
          ...{ seat_number: String(number), seat_guid: `A-${number}`, position: { x: number * 20, y: 0 } },
          category: number < 3 ? 'Sold' : 'Gold',
        })),
      },
    ],
    areas: [{ shape: 'text', position: { x: 0, y: 90 }, text: { text: 'Bar' } }],
  }
  const uploaded = upload(bytesOf({ name: 'Barn', zones: [zone], categories: [{ name: 'Sold' }, { name: 'Gold' }] }))
  const { findings, bands: ofBands } = reportOfPlan(uploaded, bandsOfNewPlan(readPlan(uploaded.data), uploaded))
  const placesOf = (code: string) => findings.find((finding) => finding.code === code)?.at
  expect(placesOf('category-is-state')).toEqual([{ area: 'Stalls', row: 'A', numbers: '1–2' }])
  expect(placesOf('labels-left-out')).toContainEqual({ area: 'Bar' })
  expect(ofBands).toEqual([{ band: 'a', seats: 4, categories: ['Sold', 'Gold'] }])
})

it('refuses files that are no plan, with the reason', () => {
  const reasonOf = (bytes: Uint8Array) => {
    const uploaded = readUploadedPlan(bytes, options)
    return uploaded.ok ? undefined : uploaded.error.params.reason
  }
  const text = (content: string) => reasonOf(new TextEncoder().encode(content))
  expect(text('')).toBe('empty-file')
  expect(text('row;seat\nA;1\nA;2')).toBe('foreign-file')
  expect(text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')).toBe('drawing-without-seats')
  expect(text('<svg xmlns="http://www.w3.org/2000/svg"><g><circle r="3"/></svg>')).toBe('malformed-drawing')
  expect(text('{"zones": [')).toBe('cut-off')
  expect(text('{"hall": "x", "areas": [], "seats": {}}')).toBe('malformed-plan')
  expect(reasonOf(bytesOf({ zones: [] }))).toBe('empty-plan')
  expect(reasonOf(new Uint8Array(25 * 2 ** 20))).toBe('too-large')
})

it('reads a plan that an export wrote', () => {
  const { data } = upload(listOf(['Gold', 'Gold']))
  expect(upload(bytesOf(data)).format).toBe('playhouse')
})
