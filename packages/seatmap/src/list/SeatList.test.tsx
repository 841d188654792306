// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { bowl, offersOf, theatre, wordsOf } from '#fixture'
import type { SeatListProps, SeatListWords } from '#props'
import { createSeatStore, type SeatStore } from '#store'
import { SeatList } from './SeatList.tsx'

const plan = theatre()
const offers = offersOf(plan)
const words: SeatListWords = {
  ...wordsOf(plan),
  howMany: 'How many?',
  left: (places) => `${places} left`,
  fewer: 'One fewer',
  more: 'One more',
  areaSummary: ({ free, seats }) => `${free} of ${seats} available`,
  areaAccess: (access) => ({ 'step-free': 'Step-free', stairs: 'By stairs only', unknown: 'Access not known' })[access],
  takenSummary: (seats) => `${seats} taken`,
  seatLabel: (seat) => plan.numberOf(seat),
  price: () => '£45.00',
  band: () => 'Band B',
  viewOfStage: () => 'Front view',
  facts: () => '',
  columns: { choose: 'Choose', seat: 'Seat', price: 'Price', band: 'Band', view: 'View', facts: 'Facts', details: 'Details' },
  groupName: (seats) => `Row ${plan.rows[plan.rowOf[seats[0]!]!]!.label} seats ${seats.map(plan.numberOf).join(' ')}, together`,
  groupLabel: (seats) => seats.map(plan.numberOf).join('–'),
  groupPrice: () => '£45.00 each',
  groupFacts: () => '',
  noGroup: (size) => `No ${size} together`,
  details: 'Details',
  detailsOf: (seat) => `Details of ${seat}`,
  done: 'To your seats',
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
  test('has a section per heading, the first open, and a row group per row', () => {
    mount()
    const headings = screen.getAllByRole('heading', { level: 3 })
    expect(headings.map((heading) => heading.querySelector('span')?.textContent)).toEqual(['Stalls', 'Circle', 'Upper circle'])
    const table = screen.getByRole('table', { name: 'Stalls' })
    expect(within(table).getAllByRole('rowheader')[0]!.textContent).toBe('Row A')
    fireEvent.click(screen.getByRole('button', { name: /^Circle/ }))
    expect(screen.getByRole('table').getAttribute('aria-label')).toBe('Circle')
  })

  test('a checkbox chooses a seat; chosen seats are checked', () => {
    const { toggled } = mount({ selection: [2] })
    fireEvent.click(document.querySelector('[data-seat="1"]')!)
    expect(toggled).toEqual([1])
    expect(document.querySelector<HTMLInputElement>('[data-seat="2"]')!.checked).toBe(true)
  })

  test('Enter chooses like Space, once per press, for switch devices without other keys', () => {
    const { toggled } = mount()
    const seat = document.querySelector('[data-seat="1"]')!
    fireEvent.keyDown(seat, { key: 'Enter' })
    fireEvent.keyDown(seat, { key: 'Enter', repeat: true })
    expect(toggled).toEqual([1])
  })

  test('taken seats are counted, listed on request, and cannot be chosen', () => {
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

  test('shows a message when nothing is left to list', () => {
    mount({ filters: { bands: new Set() } })
    expect(screen.getByText('No seats')).toBeTruthy()
  })

  test('a thousand seats are not shown at once', () => {
    mount()
    const rendered = document.querySelectorAll('[data-seat]').length
    expect(rendered).toBeLessThanOrEqual(240)
    fireEvent.click(screen.getByRole('button', { name: 'Show more rows' }))
    expect(document.querySelectorAll('[data-seat]').length).toBeGreaterThan(rendered)
  })

  test('a row of thousands is shown in pages', () => {
    const long = bowl(1, 1, 2, 700)
    const store = createSeatStore(long)
    render(
      <SeatList
        plan={long}
        store={store}
        offers={offersOf(long)}
        words={{ ...words, ...wordsOf(long) }}
        selection={[]}
        onToggle={() => {}}
      />,
    )
    const rowCounts: number[] = []
    for (let more: HTMLElement | null = screen.getByText('Show more rows'); more; more = screen.queryByText('Show more rows')) {
      rowCounts.push(document.querySelectorAll('[data-seat]').length)
      fireEvent.click(more)
      expect(document.activeElement).toBe(document.querySelectorAll('[data-seat]')[rowCounts.at(-1)!])
    }
    expect(rowCounts).toEqual([240, 480, 720, 960, 1_200])
    expect(document.querySelectorAll('[data-seat]')).toHaveLength(1_400)
  })
})

describe('§9.42 the focus', () => {
  const seatAt = (seat: number): HTMLElement => document.querySelector<HTMLElement>(`[data-seat="${seat}"]`)!
  const sell = (store: SeatStore, ...seats: readonly number[]): void =>
    act(
      () =>
        void store.apply(
          seats.map((seat) => [seat, 1]),
          store.version() + 1,
        ),
    )

  test('keeps a row whose seat another visitor buys, marked as taken, until focus leaves it', () => {
    const { store, toggled } = mount({ onDetails: () => {} })
    act(() => seatAt(3).focus())
    sell(store, 3, 4)
    expect(document.activeElement).toBe(seatAt(3))
    expect(seatAt(3).getAttribute('aria-disabled')).toBe('true')
    expect(seatAt(4)).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Row A seat 4, £45.00, taken')
    fireEvent.click(seatAt(3))
    expect(toggled).toEqual([])
    const details = seatAt(3).closest('tr')!.querySelector('button')!
    act(() => details.focus())
    expect(document.activeElement).toBe(details)
    act(() => seatAt(5).focus())
    expect(seatAt(3)).toBeNull()
  })

  test('stays on the last line of a page when seats before it come free again', () => {
    const store = createSeatStore(plan)
    sell(store, 0, 1, 2)
    mount({ store })
    const last = [...document.querySelectorAll<HTMLElement>('[data-seat]')].at(-1)!
    act(() => last.focus())
    act(
      () =>
        void store.apply(
          [0, 1, 2].map((seat) => [seat, 0]),
          store.version() + 1,
        ),
    )
    expect(seatAt(1)).not.toBeNull()
    expect(document.activeElement).toBe(last)
    expect(last.isConnected).toBe(true)
    // The button for more still leads to what follows.
    fireEvent.click(screen.getByRole('button', { name: 'Show more rows' }))
    const seats = [...document.querySelectorAll<HTMLElement>('[data-seat]')]
    expect(seats.indexOf(document.activeElement as HTMLElement)).toBe(seats.indexOf(last) + 1)
  })

  test('stays on the heading of a section when its last seat is taken', () => {
    const { store } = mount()
    const heading = screen.getByRole('button', { name: /^Circle/ })
    act(() => heading.focus())
    const { firstSeat, seatCount } = plan.areas[1]!
    sell(store, ...Array.from({ length: seatCount }, (_, place) => firstSeat + place))
    expect(document.activeElement).toBe(heading)
  })

  test('moves from “To your seats” to the seat when that is no longer chosen', () => {
    const { rerender, store } = mount({ selection: [2], onDone: () => {} })
    act(() => screen.getByText('To your seats').focus())
    const list = { plan, store, offers, words, selection: [], onToggle: () => {}, onDone: () => {} }
    rerender(<SeatList {...list} />)
    expect(document.activeElement).toBe(seatAt(2))
  })

  test('stays on a group when one of its seats is taken, or when groups would now be formed differently', () => {
    const { store } = mount({ party: 3, onToggleGroup: () => {} })
    const group = screen.getAllByRole('checkbox', { name: /together/ })[1] as HTMLInputElement
    const seats = group.dataset['seats']!.split(' ').map(Number)
    act(() => group.focus())
    sell(store, seats[0]! - 1)
    expect([document.activeElement, group.getAttribute('aria-disabled')]).toEqual([group, null])
    sell(store, seats[1]!)
    expect([document.activeElement, group.getAttribute('aria-disabled')]).toEqual([group, 'true'])
    expect(screen.getByRole('status').textContent).toContain(`seat ${plan.numberOf(seats[1]!)}, £45.00, taken`)
  })
})

describe('for a party', () => {
  test('lists groups of adjacent seats, and chooses a whole group', () => {
    const requests: (readonly number[])[] = []
    mount({ party: 3, onToggleGroup: (seats) => requests.push(seats) })
    const [first] = screen.getAllByRole('checkbox', { name: /together/ })
    fireEvent.click(first!)
    expect(requests).toEqual([first!.dataset['seats']!.split(' ').map(Number)])
    expect(requests[0]).toHaveLength(3)
  })

  test('shows a message where no adjacent seats are left', () => {
    const store = createSeatStore(plan)
    store.load(
      Uint8Array.from({ length: plan.seatCount }, (_, seat) => seat % 2),
      1,
    )
    mount({ store, party: 4, onToggleGroup: () => {} })
    expect(screen.getByText('No 4 together')).toBeTruthy()
  })
})
