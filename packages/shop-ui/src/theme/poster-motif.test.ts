import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PosterColour, posterPalette } from './poster-motif.ts'

const css = readFileSync(join(import.meta.dirname, '../ticketing/Poster.module.css'), 'utf8')

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

it('converts oklch() to the sRGB that browsers show', () => {
  // Read from a canvas of Chromium; browsers may round a channel differently.
  const colours = { ground: '#55120c', deep: '#360704', mid: '#9a2a21', light: '#ffb999', spark: '#00d3b3' }
  const palette = posterPalette(29)
  for (const [name, hex] of Object.entries(colours)) {
    const posterColour = channels(palette[name as PosterColour])
    for (const [index, channel] of channels(hex).entries()) expect(Math.abs(channel - posterColour[index]!), name).toBeLessThanOrEqual(1)
  }
})

it('has the values of the poster’s style sheet', () => {
  const source = readFileSync(join(import.meta.dirname, 'poster-motif.ts'), 'utf8')
  const names: PosterColour[] = ['ground', 'deep', 'mid', 'light', 'spark']
  for (const name of names) {
    const [, lightness, chroma, hue] = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) (.*?)\\);`).exec(css) ?? []
    const turn = /\+ (\d+)\)/.exec(hue!)?.[1] ?? '0'
    expect(source).toContain(`${name}: [${lightness}, ${chroma}, ${turn}]`)
  }
})

it('is a colour of six digits for each hue', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), (hue) => {
      for (const colour of Object.values(posterPalette(hue))) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
    }),
  )
})
