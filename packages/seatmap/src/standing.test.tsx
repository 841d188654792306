// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPlan, standingPlaces } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { offersOf, wordsOf } from '#fixture'
import { visitorHall } from '#hall'
import { createCore } from './engine/core.ts'
import { SeatList } from '#list'
import type { SeatListWords } from '#props'
import { createSeatStore } from '#store'
import { SeatMap } from './SeatMap.tsx'

const plan = readPlan(hall('cabaret-180'))
const pit = plan.areas.find(({ kind }) => kind === 'standing')!
const offers = offersOf(plan)
const words = wordsOf(plan)
const text = (): string => ''
const listWords: SeatListWords = {
  ...words,
  howMany: 'How many?',
  left: (places) => `${places} left`,
  fewer: 'One fewer',
  more: 'One more',
  areaSummary: text,
  areaAccess: text,
  takenSummary: text,
  seatLabel: text,
  price: text,
  band: text,
  viewOfStage: text,
  facts: text,
  columns: { choose: '', seat: '', price: '', band: '', view: '', facts: '', details: '' },
  groupName: text,
  groupLabel: text,
  groupPrice: text,
  groupFacts: text,
  noGroup: text,
  details: '',
  detailsOf: text,
  done: 'To your seats',
  sortBy: '',
  sorts: { row: 'Row', price: 'Price', stepFree: 'Step-free' },
  showTaken: '',
  showMore: '',
  empty: '',
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  HTMLCanvasElement.prototype.getContext = () => null
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function mount(Part: typeof SeatMap | typeof SeatList, taken = 0) {
  const store = createSeatStore(plan)
  store.apply(
    Array.from({ length: taken }, (_, place) => [pit.firstSeat + place, 1] as const),
    1,
  )
  const chosen: { now: readonly number[] } = { now: [] }
  function Host() {
    const [selection, choose] = useState<readonly number[]>([])
    chosen.now = selection
    const shared = { plan, store, offers, selection, onToggle: () => {} }
    const onStandingCountChange = (area: number, count: number): void => {
      const isOpen = (seat: number): boolean => store.outlook[seat] === 0
      choose(standingPlaces(plan, area, count, selection, isOpen))
    }
    return Part === SeatMap ? (
      <SeatMap {...shared} words={words} onStandingCountChange={onStandingCountChange} />
    ) : (
      <SeatList {...shared} words={listWords} onStandingCountChange={onStandingCountChange} />
    )
  }
  render(<Host />)
  return { store, chosen, places: () => screen.getByRole('spinbutton', { name: 'Pit, standing' }) }
}

describe('a standing area', () => {
  test('is one control in the grid, whose number keys change within the remaining places', () => {
    const { chosen, places } = mount(SeatMap, 57)
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0)
    const press = (key: string): boolean => fireEvent.keyDown(places(), { key })
    press('ArrowUp')
    press('ArrowRight')
    expect(chosen.now).toHaveLength(2)
    press('PageUp')
    expect(chosen.now).toHaveLength(3)
    expect(places().getAttribute('aria-valuenow')).toBe('3')
    expect(places().getAttribute('aria-valuemax')).toBe('3')
    press('ArrowDown')
    expect(chosen.now).toHaveLength(2)
    press('9')
    expect(chosen.now).toHaveLength(3)
    press('Home')
    expect(chosen.now).toHaveLength(0)
    press('End')
    expect(new Set(chosen.now).size).toBe(3)
  })

  test('is a number in the list, with a button for one fewer and one more', () => {
    const { chosen, places } = mount(SeatList, 58)
    fireEvent.click(screen.getByRole('button', { name: 'One more' }))
    fireEvent.click(screen.getByRole('button', { name: 'One more' }))
    fireEvent.click(screen.getByRole('button', { name: 'One more' }))
    expect(chosen.now).toHaveLength(2)
    fireEvent.change(places(), { target: { value: '1' } })
    expect(chosen.now).toHaveLength(1)
    fireEvent.change(places(), { target: { value: '' } })
    expect(chosen.now).toHaveLength(0)
  })

  test('announces how many places are left while other visitors take them', () => {
    const { store, places } = mount(SeatMap)
    expect(places().getAttribute('aria-valuemax')).toBe('60')
    act(() => void store.apply([[pit.firstSeat + 9, 1]], 5))
    expect(places().getAttribute('aria-valuemax')).toBe('59')
  })
})

test('map, grid and list offer exactly the same choices: seats one by one, places by number', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: plan.seatCount, maxLength: plan.seatCount }), (outlook) => {
      const store = createSeatStore(plan)
      store.load(Uint8Array.from(outlook), 1)
      const core = createCore(plan, store, offers)
      const hallNow = visitorHall(plan, { outlook: store.outlook, bandOf: offers.bandOf, selected: new Set(), mine: new Set() }, offers, {})
      for (const { index, kind, firstSeat, seatCount } of plan.areas) {
        const seats = Array.from({ length: seatCount }, (_, place) => firstSeat + place)
        const free = seats.filter((seat) => outlook[seat] === 0)
        expect(seats.filter(hallNow.canToggle)).toEqual(free)
        expect(seats.filter(core.canPick)).toEqual(kind === 'standing' ? [] : free)
        if (kind === 'standing') expect(hallNow.standing(index)).toEqual({ chosenCount: 0, most: free.length })
      }
      const [x, y] = [plan.x[pit.firstSeat]!, plan.y[pit.firstSeat]!]
      expect(core.standingAreaAt(x, y)).toBe(pit.index)
      expect(core.index.nearest(x, y, 10)).toBe(-1)
    }),
    { numRuns: 40 },
  )
})
