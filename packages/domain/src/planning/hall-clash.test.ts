import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type HallUse, HallUses, turnaroundMinutes } from './hall-clash.ts'

it('two performances clash unless the turnaround lies between them', () => {
  const first: HallUse = { id: '1', title: 'Hamlet', hall: 'main', startsAt: 0, runningTime: 60 }
  const after = (minutes: number, hall = 'main'): HallUse => ({
    id: '2',
    title: 'Hamlet',
    hall,
    startsAt: minutes * 60_000,
    runningTime: 60,
  })
  expect(new HallUses([after(89)]).clashOf(first)).toBeDefined()
  expect(new HallUses([after(90)]).clashOf(first)).toBeUndefined()
  expect(new HallUses([first]).clashOf(after(89))).toBeDefined()
  expect(new HallUses([after(0, 'studio'), first]).clashOf(first)).toBeUndefined()
})

it('finds a clash where a comparison with each use finds one, in an index of all and in one that grows', () => {
  const use = fc.record({
    ...{ id: fc.integer({ min: 1, max: 12 }).map(String), hall: fc.constantFrom('main', 'studio'), title: fc.constant('Hamlet') },
    startsAt: fc.integer({ min: 0, max: 1_500 }).map((minutes) => minutes * 60_000),
    runningTime: fc.constantFrom(20, 60, 90, 600),
  })
  const end = ({ startsAt, runningTime }: HallUse): number => startsAt + (runningTime + turnaroundMinutes) * 60_000
  const clash = (one: HallUse, other: HallUse): boolean =>
    one.id !== other.id && one.hall === other.hall && one.startsAt < end(other) && other.startsAt < end(one)
  fc.assert(
    fc.property(use, fc.array(use, { maxLength: 20 }), (wanted, others) => {
      const grown = new HallUses()
      for (const other of others) grown.add(other)
      for (const index of [new HallUses(others), grown]) {
        const found = index.clashOf(wanted)
        expect(found === undefined).toBe(!others.some((other) => clash(wanted, other)))
        if (found) expect(clash(wanted, found)).toBe(true)
      }
    }),
  )
})
