import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandSchema, colourTokens } from '@playhouse/domain/brand'
import { describe, expect, it } from 'vitest'
import { brandCss, fontPath } from './brand-css.ts'

const house = join(import.meta.dirname, '../../../..')
const brands = readdirSync(join(house, 'brands'), { withFileTypes: true }).filter((entry) => entry.isDirectory())

describe.each(brands.map(({ name }) => name))('%s', (name) => {
  const brand = brandSchema.parse(JSON.parse(readFileSync(join(house, 'brands', name, 'brand.json'), 'utf8')))
  const css = brandCss(brand)

  it('declares every colour once for light and once for dark', () => {
    for (const token of colourTokens)
      expect(css.match(new RegExp(`[{;]--${token}:#`, 'g')), token).toHaveLength(brand.scheme === 'auto' ? 2 : 1)
  })

  it('references only existing font files', () => {
    const fontUrls = [...css.matchAll(/url\(\/fonts\/([^/]+)\/([^)]+)\)/g)]
    expect(fontUrls.length).toBeGreaterThan(1)
    for (const [, family, file] of fontUrls)
      expect(existsSync(join(house, 'apps/server/node_modules/@fontsource-variable', family!, 'files', file!)), file).toBe(true)
  })

  it('is valid in a style element', () => {
    expect(css).not.toContain('</')
    expect(css.startsWith('@layer reset,tokens,base,components;')).toBe(true)
  })

  it('has a single colour scheme when the brand pins it', () => {
    expect(brandCss({ ...brand, scheme: 'dark' })).not.toContain('@media')
  })
})

it('escapes brand values that would end the style element or a rule', () => {
  const font = { family: 'Evil"}</style>', package: 'evil', weights: '100 900', fallback: 'serif;}</style><script>' }
  const css = brandCss({
    scheme: 'light',
    shape: { 'radius-s': '0', 'radius-m': '0', 'radius-l': '0' },
    fonts: { display: font, body: font },
    colours: { light: {}, dark: {} } as never,
  })
  expect(css).not.toMatch(/<|"}/)
  expect(fontPath(font, 'latin')).toBe('/fonts/evil/evil-latin-wght-normal.woff2')
})
