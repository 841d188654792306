import { locales } from '@playhouse/domain/brand'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLink, writeLink, writeStageLink } from './link.ts'
import {
  filterRules,
  overlays,
  palettes,
  type Setting,
  situations,
  situationsOf,
  stages,
  standard,
  viewportNames,
  visions,
} from './setting.ts'

const tenth = fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 10)
const word = fc.stringMatching(/^[\w:.-]{1,20}$/)
const anySetting: fc.Arbitrary<Setting> = fc
  .record({
    stage: fc.constantFrom(...stages),
    hall: word,
    brand: word,
    palette: fc.constantFrom(...palettes),
    locale: fc.constantFrom(...locales),
    situation: fc.constantFrom(...situations),
    sold: fc.integer({ min: 0, max: 100 }),
    live: fc.integer({ min: 0, max: 200 }),
    mine: fc.integer({ min: 0, max: 9 }),
    chosen: fc.array(
      fc.string({ minLength: 1 }).filter((id) => !id.includes('~')),
      { maxLength: 20 },
    ),
    filter: fc.constantFrom(...filterRules),
    showcase: fc.boolean(),
    view: word,
    framing: fc.option(fc.record({ x: tenth, y: tenth, seatSize: fc.integer({ min: 1, max: 720 }).map((value) => value / 10) }), {
      nil: undefined,
    }),
    viewport: fc.constantFrom(...viewportNames),
    width: fc.integer({ min: 200, max: 4000 }),
    height: fc.integer({ min: 200, max: 4000 }),
    vision: fc.constantFrom(...visions),
    text: fc.constantFrom(100 as const, 200 as const),
    still: fc.boolean(),
    overlays: fc.subarray([...overlays]),
  })
  .filter(({ stage, situation }) => situationsOf[stage].includes(situation))

describe('a link', () => {
  test('restores every setting that it was made from', () =>
    fc.assert(
      fc.property(anySetting, (setting) => {
        expect(readLink(`#${writeLink(setting)}`)).toEqual({ setting, ignored: [], isAlone: false })
      }),
    ))

  test('of the standard view is empty', () => expect(writeLink(standard)).toBe(''))

  test('can show the stage alone', () => {
    expect(readLink(writeStageLink({ ...standard, sold: 7 }))).toEqual({ setting: { ...standard, sold: 7 }, ignored: [], isAlone: true })
    expect(readLink(writeStageLink(standard)).isAlone).toBe(true)
  })

  test('never throws, and lists unreadable parts', () =>
    fc.assert(
      fc.property(fc.string(), (hash) => {
        const { setting } = readLink(hash)
        expect(Object.keys(setting).sort()).toEqual(Object.keys(standard).sort())
      }),
    ))

  test.each([
    ['sold=101', 'sold'],
    ['sold=-1', 'sold'],
    ['locale=fr', 'locale'],
    ['framing=1_2', 'framing'],
    ['framing=1_2_0', 'framing'],
    ['overlays=rows.halo', 'overlays'],
    ['hall=%3Cscript%3E', 'hall'],
    ['filter=band:z', 'filter'],
    ['situation=offline', 'situation'],
    ['constructor=1', 'constructor'],
  ])('%s leaves %s unchanged', (hash, key) => expect(readLink(hash)).toEqual({ setting: standard, ignored: [key], isAlone: false }))
})
