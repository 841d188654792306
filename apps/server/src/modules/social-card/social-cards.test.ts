import { brandSchema } from '@playhouse/domain/brand'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawCard } from './draw-card.ts'
import { cardVersion, createSocialCards } from './social-cards.ts'

const brand = brandSchema.parse(JSON.parse(readFileSync(new URL('../../../../../brands/bridge/brand.json', import.meta.url), 'utf8')))
const tempest = { title: 'The Tempest', lines: ['By William Shakespeare'], poster: { hue: 220, motif: 'waves' } } as const
const drawing = (title: string, lines: readonly string[] = []) => ({
  title,
  lines,
  brand: brand.name,
  fonts: brand.fonts,
  colours: brand.colours.light,
})

it('draws a card once while it is kept, and again after a failure', async () => {
  const drawnCards: string[] = []
  let fails = true
  const cards = createSocialCards(brand, async ({ title }) => {
    drawnCards.push(title)
    if (fails) throw new Error('no memory')
    return new Uint8Array([1])
  })
  await expect(cards.render(tempest)).rejects.toThrow('no memory')
  fails = false
  const images = await Promise.all([cards.render(tempest), cards.render({ ...tempest })])
  expect(images[0]).toBe(images[1])
  expect(drawnCards).toEqual(['The Tempest', 'The Tempest'])
})

it('keeps 64 cards, those requested last', async () => {
  const drawnCards: string[] = []
  const cards = createSocialCards(brand, async ({ title }) => (drawnCards.push(title), new Uint8Array([1])))
  for (let nth = 0; nth < 64; nth++) await cards.render({ title: `play ${nth}`, lines: [] })
  await cards.render({ title: 'play 0', lines: [] })
  await cards.render({ title: 'one more', lines: [] })
  expect(drawnCards).toHaveLength(65)
  await cards.render({ title: 'play 0', lines: [] })
  expect(drawnCards).toHaveLength(65)
  await cards.render({ title: 'play 1', lines: [] })
  expect(drawnCards).toHaveLength(66)
})

it('has another version for another title, line, poster or brand', () => {
  const versions = [
    cardVersion(brand, tempest),
    cardVersion(brand, { ...tempest, title: 'Macbeth' }),
    cardVersion(brand, { ...tempest, lines: [] }),
    cardVersion(brand, { ...tempest, poster: { hue: 221, motif: 'waves' } }),
    cardVersion({ ...brand, name: 'The Globe' }, tempest),
  ]
  expect(new Set(versions).size).toBe(5)
  expect(cardVersion(brand, structuredClone(tempest))).toBe(versions[0])
})

it('draws any text as SVG of outlines alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 40 }), (title, line) => {
      const svg = drawCard(drawing(title, [line]))
      const element = /<\/?(svg|g|rect|path|circle)( [a-z-]+="[^"<>&]*")*\/?>/gi
      expect(svg.replaceAll(element, '')).toBe('')
      expect(svg).not.toContain('NaN')
    }),
    { numRuns: 40 },
  )
})
