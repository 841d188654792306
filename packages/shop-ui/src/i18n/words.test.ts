import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brand, locales } from '@playhouse/domain/brand'
import { itemKindNames } from '@playhouse/domain/item-kind'
import { problemCodes } from '@playhouse/domain/problem'
import { ticketReasons } from '@playhouse/domain/promo'
import { keptReasons, movedSheetNames, movingInFaults } from '@playhouse/domain/moving-in'
import { programmeFaults } from '@playhouse/domain/programme-file'
import { spreadsheetFaults } from '@playhouse/domain/spreadsheet-refusal'
import { describe, expect, it } from 'vitest'
import { journeys } from './journeys.ts'

const folder = join(import.meta.dirname, 'words')
const namespaces = [...new Set(locales.flatMap((locale) => readdirSync(join(folder, locale))))].map((file) => file.replace('.json', ''))
const others = locales.filter((locale) => locale !== 'en')

type Tree = { readonly [key: string]: string | Tree }
function textsOf(locale: string, namespace: string): Map<string, string> {
  const walk = (tree: Tree, path: string): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value]] : walk(value, `${path}${key}.`)))
  return new Map(walk(JSON.parse(readFileSync(join(folder, locale, `${namespace}.json`), 'utf8')) as Tree, ''))
}
const variablesOf = (text: string): string[] =>
  [...new Set(text.match(/\{\{\s*[\w-]+/g) ?? [])].map((name) => name.replace(/[{\s]/g, '')).sort()

/** Names, numbers and words that are the same in both languages. */
const sameEverywhere = new Set([
  '{{page}} – {{brand}}',
  'English',
  'PDF',
  'QR',
  'Name',
  'E-mail',
  'Normal',
  'Total',
  'No',
  'Information',
  'Code',
  'Status',
  'Gratis',
  'Standard',
])
const isWords = (text: string): boolean => text.replace(/\{\{[^}]*\}\}/g, '').replace(/[^\p{L}]/gu, '').length > 12

it.each([
  ['basket', 'items.'],
  ['item', ''],
  ['box-office', 'takings.kindOf.'],
])('names each kind of item in %s', (namespace, path) => {
  const english = textsOf('en', namespace)
  expect(itemKindNames.filter((kind) => !english.has(path + kind))).toEqual([])
})

describe.each(namespaces)('%s', (namespace) => {
  const english = textsOf('en', namespace)

  it.each(others)('has the keys of English in %s', (locale) => {
    expect([...textsOf(locale, namespace).keys()].sort()).toEqual([...english.keys()].sort())
  })

  it.each(locales)('has a text for each key in %s', (locale) => {
    expect([...textsOf(locale, namespace)].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(others)('has the same parameters in %s', (locale) => {
    const texts = textsOf(locale, namespace)
    // A singular may write "one" instead of the count.
    const facts = (key: string, text: string): string[] => variablesOf(text).filter((name) => !(name === 'count' && key.endsWith('_one')))
    const wrong = [...english].filter(([key, text]) => facts(key, text).join() !== facts(key, texts.get(key) ?? '').join())
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it.each(others.filter((locale) => locale !== 'en-us'))('is translated in %s', (locale) => {
    const texts = textsOf(locale, namespace)
    const copied = [...english].filter(([key, text]) => texts.get(key) === text && isWords(text) && !sameEverywhere.has(text))
    expect(copied.map(([key]) => key)).toEqual([])
  })

  it('uses “cart” and “zip code” in en-us', () => {
    const british = [...textsOf('en-us', namespace)].filter(([, text]) => /\bbaskets?\b|\bpost ?codes?\b/i.test(text))
    expect(british).toEqual([])
  })
})

it('has words for every problem in every locale', () => {
  for (const locale of locales) {
    const texts = textsOf(locale, 'problem')
    const says = (key: string): boolean => texts.has(key) || texts.has(`${key}_other`)
    const wordless = problemCodes.filter((code) => !says(`${code}.title`) || !says(`${code}.detail`))
    expect(wordless, locale).toEqual([])
  }
})

it('has words for everything that can be wrong in a programme file', () => {
  const texts = textsOf('en', 'programme-file')
  const wordless = [...programmeFaults.map((fault) => `fault.${fault}`), ...spreadsheetFaults.map((fault) => `refusal.${fault}`)]
  expect(wordless.filter((key) => !texts.has(key))).toEqual([])
})

it('has words for everything that can be wrong in files of another system, and for what is kept', () => {
  const [own, shared] = [textsOf('en', 'moving-in'), textsOf('en', 'programme-file')]
  expect(movingInFaults.filter((fault) => !own.has(`fault.${fault}`) && !shared.has(`fault.${fault}`))).toEqual([])
  const others = [...keptReasons.map((reason) => `kept.${reason}`), ...movedSheetNames.map((sheet) => `sheet.${sheet}`)]
  expect(others.filter((key) => !own.has(key))).toEqual([])
})

it('has words for every reason why an offer takes nothing off a ticket', () => {
  const texts = textsOf('en', 'offer')
  expect(ticketReasons.filter((reason) => !texts.has(`reason.${reason}`))).toEqual([])
})

it('belongs to exactly one journey, except for the server’s namespaces', () => {
  const spoken = Object.values(journeys).flat().sort()
  expect(spoken).toEqual(namespaces.filter((namespace) => !['mail', 'page', 'ticket'].includes(namespace)).sort())
})

const brands = join(import.meta.dirname, '../../../../brands')
it.each(readdirSync(brands))('has the keys that the brand %s overrides', (brand) => {
  const { words } = JSON.parse(readFileSync(join(brands, brand, 'brand.json'), 'utf8')) as Pick<Brand, 'words'>
  const keys = Object.entries(words).flatMap(([locale, texts]) => Object.keys(texts).map((key) => [locale, key] as const))
  const isThere = (locale: string, key: string): boolean => {
    const [namespace = '', path = ''] = key.split(':')
    return namespaces.includes(namespace) && textsOf(locale, namespace).has(path)
  }
  expect(keys.filter(([locale, key]) => !isThere(locale, key)).map((names) => names.join(' '))).toEqual([])
})
