import { expect, it, onTestFinished } from 'vitest'
import { addHallPlan, editPerformances, editProduction, type Planner, undoChange } from '#modules/planning'
import { productionPlanSchema } from '@playhouse/domain/production-plan'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { openFleet } from './fleet/fleet.ts'
import { staffCookieOf } from './staff-cookie.ts'

it(
  'shows a change of the programme in every process within two seconds, and its undo',
  async () => {
    const fleet = await openFleet(2)
    onTestFinished(() => fleet.close(), timeLimit(120_000))
    const { theatre } = fleet
    const { staff } = await staffCookieOf(theatre.db, 'programmer')
    const planner: Planner = { staff, actor: { name: `staff ${staff}` } }
    const read = async (origin: string, path: string) => (await fetch(`${origin}/api${path}`)).json() as Promise<Record<string, unknown>>
    const isSeen = async (path: string, expected: object) => {
      const since = performance.now()
      for (const { process } of fleet.members)
        await expect.poll(() => read(process.origin, path), { timeout: usualWait, interval: 50 }).toMatchObject(expected)
      expect(performance.now() - since).toBeLessThan(timeLimit(2_000))
    }
    const { data, version } = await theatre.db
      .selectFrom('production')
      .select(['data', 'version'])
      .where('id', '=', 'the-tempest')
      .executeTakeFirstOrThrow()
    await isSeen('/events/the-tempest', { title: data.title })
    const production = productionPlanSchema.parse({ ...data, title: 'The Tempest, again' })
    expect((await editProduction(theatre, planner, 'the-tempest', { version, production })).ok).toBe(true)
    await isSeen('/events/the-tempest', { title: 'The Tempest, again' })

    const performances = [{ id: 'tonight', version: 1 }]
    const change = { web: { isVisible: false, sale: 'on-sale' as const } }
    const edited = await editPerformances(theatre, planner, { performances, change, isPreview: false })
    if (!edited.ok) throw new Error(edited.error.code)
    await isSeen('/instances/tonight', { code: 'instance-unavailable' })
    expect((await undoChange(theatre, planner, edited.value.changeSet!, undefined)).ok).toBe(true)
    await isSeen('/instances/tonight', { id: 'tonight' })

    const seats = Array.from({ length: 8 }, (_, place) => ({ area: 'Stalls', row: 'A', number: place + 1, x: place * 20, y: 0 }))
    const added = await addHallPlan(theatre, planner, {
      ...{ hall: 'barn', isNewHall: true, name: 'The Barn', bytes: Buffer.from(JSON.stringify(seats)), isPreview: false },
      priceList: { id: 'barn', name: 'Barn', basedOn: null, fullPrice: 'Full price' },
    })
    if (!added.ok) throw new Error(added.error.code)
    await isSeen(`/venues/barn/maps/${added.value.planVersion}`, { hall: 'barn', name: 'The Barn' })
  },
  timeLimit(120_000),
)
