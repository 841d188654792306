import { readFileSync } from 'node:fs'
import { brandSchema } from '@playhouse/domain/brand'
import { describe, expect, test } from 'vitest'
import { drawLost } from './index.ts'

const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))

describe('a greeting', () => {
  const greeting = async (firstName: string) =>
    (
      await drawLost({
        ...{ brand, locale: 'en', of: 'ballot', startsAt: '2026-07-01T18:30:00Z' },
        firstName,
        title: 'The Tempest',
        links: { shop: 'https://shop.example' },
      })
    ).text.match(/Hello[^,]*,/)?.[0]

  test.each(['Zoë', 'Þórr', 'Anne-Marie', 'O’Neill', 'J. R.', 'נועה', '王小明', 'क्षितिज', 'Nguyễn'])('contains %s', async (name) => {
    expect(await greeting(name)).toBe(`Hello ${name.normalize('NFC')},`)
  })

  test.each(['visit evil.example', 'https://evil.example', 'www.evil', 'you won: a car', 'ring@evil', ' ', '\u202e'])(
    'omits a name that looks like advertising: %j',
    async (name) => {
      expect(await greeting(name)).toBe('Hello,')
    },
  )

  test('is a single line', async () => {
    expect(await greeting(`A\u202e\r\nda${'\u0315'.repeat(40)}`)).toBe(`Hello A da${'\u0315'.repeat(4)},`)
  })
})
