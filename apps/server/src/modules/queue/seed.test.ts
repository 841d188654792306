import { expect, it } from 'vitest'
import { hall, season } from '@playhouse/fixtures'
import { testDatabase } from '#db/testing'
import { seedSeason } from '#modules/catalogue'
import { readWaitingRoom } from './index.ts'

it('opens the waiting rooms of a season, by default at general sale', async () => {
  await using database = await testDatabase()
  const { productions, performances, priceLists } = season('bridge', '2031-02-03')
  const [first, second, third] = performances.filter((performance) => performance.hall === 'studio-60')
  const generalSaleAt = '2031-02-10T10:00'
  const scheduled = [
    { ...first!, generalSaleAt, waitingRoom: { rate: 120 } },
    { ...second!, generalSaleAt, waitingRoom: { rate: 30, gathersAt: '2031-02-08T08:00', opensAt: '2031-02-08T09:00' } },
    third!,
  ]
  await seedSeason(database.db, { productions, performances: scheduled, priceLists, plans: [hall('studio-60')], sold: new Map() })
  const at = (instant: string): number => Date.parse(instant)
  expect(await readWaitingRoom(database.db, first!.id)).toMatchObject({
    rate: 120,
    gathersAt: at('2031-02-10T09:00Z'),
    opensAt: at('2031-02-10T10:00Z'),
  })
  expect(await readWaitingRoom(database.db, second!.id)).toMatchObject({
    rate: 30,
    gathersAt: at('2031-02-08T08:00Z'),
    opensAt: at('2031-02-08T09:00Z'),
  })
  expect(await readWaitingRoom(database.db, third!.id)).toBeUndefined()
})
