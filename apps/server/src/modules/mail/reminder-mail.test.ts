import { readFileSync } from 'node:fs'
import { brandSchema } from '@playhouse/domain/brand'
import { expect, test } from 'vitest'
import { performanceTomorrow } from './index.ts'

const brand = brandSchema.parse(JSON.parse(readFileSync(new URL('../../../../../brands/bridge/brand.json', import.meta.url), 'utf8')))
const seat = { area: 'Stalls', row: 'F', number: '12', entrance: 'Door 2' }

test('gives the entrance of a seat, and no empty one where the plan has none', async () => {
  const { text } = await performanceTomorrow({
    ...{ brand, locale: 'en', firstName: 'Ada', links: { order: 'https://shop.example/account/orders/1' } },
    performance: { title: 'The Tempest', startsAt: '2026-07-03T18:30:00Z', timeZone: 'Europe/London', hallName: 'The Bridge' },
    seats: [seat, { ...seat, number: '13', entrance: '' }],
  })
  expect(text).toContain('Entrance: Door 2')
  expect(text.match(/Entrance/g)).toHaveLength(1)
})
