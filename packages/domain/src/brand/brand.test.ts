import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseBrand } from './brand.ts'

const text = readFileSync(new URL('../../../../brands/bridge/brand.json', import.meta.url), 'utf8')
const bridge = JSON.parse(text)
const changed = (change: object): string => JSON.stringify({ ...bridge, ...change })

it('reads a brand', () => expect(parseBrand(text, 'bridge')).toEqual(bridge))

it('reads one fund without a list, and none, as older versions of the file have them', () => {
  const fund = {
    ...{ fund: 'stage', name: 'The stage fund', body: '', presets: [10_00] },
    ...{ least: 1_00, most: 500_00, recognitionFrom: 100_00 },
  }
  expect(parseBrand(changed({ giving: fund }), 'bridge').giving).toEqual([fund])
  expect(parseBrand(changed({ giving: undefined }), 'bridge').giving).toEqual([])
})

it('names the file that is not JSON', () => expect(() => parseBrand('{ "id": ', 'globe')).toThrow('brands/globe/brand.json is no JSON'))

it('reads the brand of a theatre outside the checkout, whatever the name of its folder', () => {
  expect(parseBrand(changed({ id: 'globe' }), { file: '/srv/site/brand.json' }).id).toBe('globe')
  expect(() => parseBrand('{ "id": ', { file: '/srv/site/brand.json' })).toThrow('/srv/site/brand.json is no JSON')
})

it('lists all faults in one error', () => {
  const { paper: _, ...colours } = bridge.colours.light
  const wrong = changed({ colours: { ...bridge.colours, light: { ...colours, ink: 'black' } }, scheme: 'dusk', moustache: true })
  expect(() => parseBrand(wrong, 'bridge')).toThrow(
    /^brands\/bridge\/brand\.json is not right:(?=[^]*colours\.light\.paper)(?=[^]*colours\.light\.ink: a colour is #)(?=[^]*scheme)(?=[^]*moustache)/,
  )
})

describe('valid fields that contradict each other', () => {
  it.each([
    ['the folder', {}, 'globe', 'id: it is the name of the folder, globe'],
    ['a default', { locales: ['en'], defaultLocale: 'sv', fallbackLocale: 'en' }, 'bridge', 'defaultLocale: sv'],
    ['a fallback', { locales: ['en'], fallbackLocale: 'sv' }, 'bridge', 'fallbackLocale: sv'],
    ['the last step', { steps: ['basket', 'account', 'payment', 'delivery'] }, 'bridge', 'the last is payment'],
    ['a step', { steps: ['basket', 'payment'] }, 'bridge', 'account is missing'],
    ['a time zone', { timeZone: 'Europe/Lodnon' }, 'bridge', 'timeZone: no time zone of that name'],
  ])('%s', (_, change, folder, complaint) => expect(() => parseBrand(changed(change), folder)).toThrow(complaint))
})
