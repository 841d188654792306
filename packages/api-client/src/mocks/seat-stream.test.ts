import { readFileSync } from 'node:fs'
import { setupServer } from 'msw/node'
import { expect, it, onTestFinished } from 'vitest'
import { brandSchema } from '@playhouse/domain/brand'
import { instantOf } from '@playhouse/domain/time'
import { hall, season, soldSeats } from '@playhouse/fixtures'
import { watchSeats } from '#client'
import { createHandlers, createMockShop } from './index.ts'

const origin = 'http://mock-stage.example'

it('streams seats that a test or the preview changes in a mock shop', async () => {
  const brand = brandSchema.parse(JSON.parse(readFileSync(new URL('../../../../brands/bridge/brand.json', import.meta.url), 'utf8')))
  const { productions, performances, priceLists } = season('bridge', Temporal.Now.plainDateISO('Europe/London').toString())
  const at = (plain: string, zone: string): number => instantOf(plain, zone).epochMilliseconds
  const shop = createMockShop({
    brand,
    productions,
    performances: performances.map((each) => ({
      ...each,
      startsAtInstant: at(each.startsAt, each.timeZone),
      generalSaleInstant: at(each.generalSaleAt, each.timeZone),
      priorityInstants: [],
    })),
    priceLists,
    plan: hall,
    sold: soldSeats,
    now: Date.now,
  })
  const server = setupServer(...createHandlers(shop, origin))
  server.listen()
  onTestFinished(() => server.close())

  const { id } = performances[0]!
  const before = shop.availability(id)
  const free = before.values.indexOf(0)
  const events: string[] = []
  let { version } = before
  const stop = watchSeats(
    id,
    {
      version: () => version,
      load: (_, next) => void (version = next),
      apply: (changes, next) => {
        version = next
        if (changes.length > 0) events.push(String(changes))
      },
      setStale: () => events.push('caught up'),
    },
    { origin },
  )
  onTestFinished(stop)
  await expect.poll(() => events).toContain('caught up')
  shop.changeSeats(id, [free], 'taken')
  await expect.poll(() => events).toContain(`${free},1`)
  shop.changeSeats(id, [free], 'free')
  await expect.poll(() => events).toContain(`${free},0`)
  expect(shop.availability(id).version).toBe(version)
  expect(version).toBeGreaterThan(before.version)
})
