import { readFileSync } from 'node:fs'
import { brandSchema } from '@playhouse/domain/brand'
import { expect, it } from 'vitest'
import { seatsMoved } from './index.ts'

const brandFile = new URL('../../../../../brands/bridge/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const performance = { title: 'The Tempest', startsAt: '2026-07-03T18:30:00Z', timeZone: 'Europe/London', hallName: 'The Bridge' }
const seat = (row: string, number: string) => ({ area: 'Stalls', row, number })

it('names the former seat and the current one of each ticket that has moved', async () => {
  const { text, subject } = await seatsMoved({
    ...{ brand, locale: 'en', firstName: 'Ada', links: { order: 'https://shop.example/order' }, number: 'ABCD2345', performance },
    seats: [
      { from: seat('G', '3'), to: seat('F', '12') },
      { from: seat('G', '4'), to: seat('F', '13') },
    ],
  })
  expect(subject).toBe('Your new seats: The Tempest')
  const line = text.replaceAll(/\s+/g, ' ')
  expect(line).toContain('Stalls, row F, seat 12, instead of Stalls, row G, seat 3')
  expect(line).toContain('Stalls, row F, seat 13, instead of Stalls, row G, seat 4')
  expect(line).toContain('ABCD2345')
})
