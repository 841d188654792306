import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@playhouse/domain/brand'
import { halls } from '@playhouse/fixtures'
import { describe, expect, it } from 'vitest'
import { overlays, palettes, situations, stages, viewportNames, visions } from '#setting'

type Tree = { readonly [key: string]: string | Tree }
function textsOf(locale: string): Map<string, string> {
  const walk = (tree: Tree, path: string): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value]] : walk(value, `${path}${key}.`)))
  return new Map(walk(JSON.parse(readFileSync(join(import.meta.dirname, `${locale}.json`), 'utf8')) as Tree, ''))
}
const factsIn = (text: string): string[] => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort()
const english = textsOf('en')
/** Whether a text is long enough to be a sentence; a single word may be the same in two languages. */
const isSentence = (text: string): boolean => text.replaceAll(/\{\{[^}]+\}\}/g, '').length > 20

/** Parameters without a plural form of the text: measures, names, and texts that contain their count. */
const uncountedKeys = new Set(
  'width height percent seconds median worst depth found file path parts name seats rows areas area row numbers'.split(' '),
)
const isPlural = (key: string): boolean => /_(zero|one|other)$/.test(key)

describe.each(locales)('the preview in %s', (locale) => {
  const texts = textsOf(locale)

  it('has every text, none of them empty, with the same facts', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('')
      expect(factsIn(text), key).toEqual(factsIn(english.get(key)!))
    }
  })
  it.skipIf(locale.startsWith('en'))('is translated', () => {
    expect([...texts].filter(([key, text]) => isSentence(text) && text === english.get(key))).toEqual([])
  })
  it('counts by plural', () => {
    const counts = (text: string): boolean => factsIn(text).some((fact) => !uncountedKeys.has(fact.slice(2, -2)))
    expect([...texts].filter(([key, text]) => !isPlural(key) && counts(text))).toEqual([])
    expect(texts.get('report.summary')).toBe('{{seats}}, {{rows}}, {{areas}}')
    expect(texts.get('facts.hall')).toMatch(/^\{\{seats\}\}, \{\{rows\}\}, \{\{areas\}\}\P{L}/u)
  })
  it('says cart in en-us', () => expect(locale === 'en-us' && [...texts.values()].some((text) => /basket|colour/i.test(text))).toBe(false))
})

it('has a name for everything that can be chosen', () => {
  const lists = {
    stage: stages,
    palette: palettes,
    situation: situations,
    viewport: viewportNames,
    vision: visions,
    overlay: overlays,
    'hall.names': halls,
  }
  for (const [list, names] of Object.entries(lists))
    for (const name of names) expect(english.has(`${list}.${name}`), `${list}.${name}`).toBe(true)
})
