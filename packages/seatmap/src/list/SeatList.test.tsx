// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { seatTypes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { offersOf, theatre, wordsOf } from '#fixture'
import { visitorHall } from '#hall'
import { nextSeat } from '#plan-index'
import type { SeatFilters, SeatListProps, SeatListWords } from '#props'
import { createSeatStore } from '#store'
import { listRows, type Sort } from './list-rows.ts'
import { SeatList } from './SeatList.tsx'

const plan = theatre()
const offers = offersOf(plan)
const words: SeatListWords = {
  ...wordsOf(plan),
  areaSummary: ({ free, seats }) => `${free} of ${seats} available`,
  areaAccess: (stepFree) => (stepFree ? 'Step-free' : 'By stairs only'),
  takenSummary: (seats) => `${seats} taken`,
  seatLabel: (seat) => plan.numberOf(seat),
  price: () => '£45.00',
  band: () => 'Band B',
  viewOfStage: () => 'Clear view',
  facts: () => '',
  columns: { choose: 'Choose', seat: 'Seat', price: 'Price', band: 'Band', view: 'View', facts: 'Facts', details: 'Details' },
  groupName: (seats) => `Row ${plan.rows[plan.rowOf[seats[0]!]!]!.label} seats ${seats.map(plan.numberOf).join(' ')}, together`,
  groupLabel: (seats) => seats.map(plan.numberOf).join('–'),
  groupPrice: () => '£45.00 each',
  noGroup: (size) => `No ${size} together`,
  details: 'Details',
  sortBy: 'Sort by',
  sorts: { row: 'Row', price: 'Price', stepFree: 'Step-free first' },
  showTaken: 'Show taken seats',
  showMore: 'Show more rows',
  empty: 'No seats',
}
afterEach(cleanup)

function mount(props: Partial<SeatListProps> = {}) {
  const store = createSeatStore(plan)
  const toggled: number[] = []
  const view = render(
    <SeatList plan={plan} store={store} offers={offers} words={words} selection={[]} onToggle={(seat) => toggled.push(seat)} {...props} />,
  )
  return { ...view, store, toggled }
}

describe('the list', () => {
  test('sections by heading, the first open; each row a group of its seats', () => {
    mount()
    const headings = screen.getAllByRole('heading', { level: 3 })
    expect(headings.map((heading) => heading.querySelector('span')?.textContent)).toEqual(['Stalls', 'Circle', 'Upper circle'])
    const table = screen.getByRole('table', { name: 'Stalls' })
    expect(within(table).getAllByRole('rowheader')[0]!.textContent).toBe('Row A')
    fireEvent.click(screen.getByRole('button', { name: /^Circle/ }))
    expect(screen.getByRole('table').getAttribute('aria-label')).toBe('Circle')
  })

  test('a checkbox chooses; what is chosen is checked', () => {
    const { toggled } = mount({ selection: [2] })
    fireEvent.click(document.querySelector('[data-seat="1"]')!)
    expect(toggled).toEqual([1])
    expect(document.querySelector<HTMLInputElement>('[data-seat="2"]')!.checked).toBe(true)
  })

  test('taken seats are summed up, listed on request, and cannot be chosen', () => {
    const store = createSeatStore(plan)
    store.apply(
      [
        [1, 1],
        [2, 1],
      ],
      1,
    )
    const { toggled } = mount({ store })
    expect(document.querySelector('[data-seat="1"]')).toBeNull()
    expect(screen.getByText(/2 taken/)).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Show taken seats'))
    const taken = document.querySelector<HTMLInputElement>('[data-seat="1"]')!
    expect(taken.getAttribute('aria-disabled')).toBe('true')
    expect(taken.getAttribute('aria-label')).toContain('taken')
    fireEvent.click(taken)
    expect(toggled).toEqual([])
  })

  test('says so when nothing is left to list', () => {
    mount({ filters: { bands: new Set() } })
    expect(screen.getByText('No seats')).toBeTruthy()
  })

  test('a thousand seats are not shown at once', () => {
    mount()
    const shown = document.querySelectorAll('[data-seat]').length
    expect(shown).toBeLessThanOrEqual(240)
    fireEvent.click(screen.getByRole('button', { name: 'Show more rows' }))
    expect(document.querySelectorAll('[data-seat]').length).toBeGreaterThan(shown)
  })
})

test('list and grid offer the same seats, whatever is taken, mine, chosen or filtered', () => {
  const seats = fc.uniqueArray(fc.nat(plan.seatCount - 1), { maxLength: 120 })
  const filters: fc.Arbitrary<SeatFilters> = fc.record(
    {
      bands: fc.subarray([...bands]).map((list) => new Set(list)),
      types: fc.subarray([...seatTypes]).map((list) => new Set(list)),
      flags: fc.subarray(['endOfRow', 'stepFree'] as const).map((list) => new Set(list)),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(seats, seats, seats, filters, fc.constantFrom<Sort>('row', 'price', 'stepFree'), (taken, selected, mine, filter, sort) => {
      const outlook = new Uint8Array(plan.seatCount)
      for (const seat of taken) outlook[seat] = 1
      const hall = visitorHall(plan, { outlook, bandOf: offers.bandOf, selected: new Set(selected), mine: new Set(mine) }, offers, filter)
      for (const area of hall.areas) {
        const listed = new Set(listRows(hall, area, false, sort, offers).flatMap((row) => row.seats.map(({ seat }) => seat)))
        const { firstSeat, seatCount } = plan.areas[area]!
        const walked = new Set<number>()
        for (let seat = firstSeat; seat < firstSeat + seatCount; seat++)
          for (const step of ['rowStart', 'left', 'right'] as const) {
            const to = nextSeat(plan, seat, step, hall.isOpen)
            if (to !== seat || hall.isOpen(seat)) walked.add(to)
          }
        expect(listed).toEqual(walked)
      }
    }),
    { numRuns: 100 },
  )
})
