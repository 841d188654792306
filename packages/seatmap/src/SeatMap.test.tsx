// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bareHall, offersOf, theatre, wordsOf } from '#fixture'
import { firstSeatOf } from '#plan-index'
import type { SeatMapProps } from '#props'
import { createSeatStore } from '#store'
import { SeatMap } from './SeatMap.tsx'

// jsdom has no canvas: these are the tests of the map for those who don't see the picture.
const plan = theatre()
const offers = offersOf(plan)
const words = wordsOf(plan)
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  HTMLCanvasElement.prototype.getContext = () => null
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function mount(props: Partial<SeatMapProps> = {}) {
  const store = createSeatStore(plan)
  const toggled: number[] = []
  const setters: { filters?: (filters: SeatMapProps['filters']) => void } = {}
  function Host() {
    const [selection, setSelection] = useState<readonly number[]>([])
    const [filters, setFilters] = useState(props.filters ?? {})
    setters.filters = (next) => setFilters(next ?? {})
    return (
      <SeatMap
        plan={plan}
        store={store}
        offers={offers}
        words={words}
        selection={selection}
        onToggle={(seat) => {
          toggled.push(seat)
          setSelection((before) => (before.includes(seat) ? before.filter((chosenSeat) => chosenSeat !== seat) : [...before, seat]))
        }}
        {...props}
        filters={filters}
      />
    )
  }
  render(
    <StrictMode>
      <Host />
    </StrictMode>,
  )
  const seat = (index: number): HTMLElement => document.querySelector<HTMLElement>(`[data-seat="${index}"]`)!
  const press = (key: string, held = {}): boolean => fireEvent.keyDown(document.activeElement!, { key, ...held })
  const focused = (): number => Number((document.activeElement as HTMLElement).dataset['seat'])
  const announcement = (): string => {
    act(() => vi.advanceTimersByTime(300))
    return screen.getByRole('status').textContent ?? ''
  }
  return { store, toggled, seat, press, focused, said: announcement, setters }
}

const named = (label: string, number: number, area = 0): number => {
  const row = plan.rows.find((candidate) => candidate.label === label && candidate.area === area)!
  return row.firstSeat + number - 1
}

describe('the grid', () => {
  test('is one named tab stop, with a checkbox per seat of the current area only', () => {
    mount()
    const grid = screen.getByRole('grid', { name: 'Stalls seats' })
    expect(grid.getAttribute('aria-describedby')).toBeTruthy()
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    expect(within(grid).getAllByRole('checkbox')).toHaveLength(plan.areas[0]!.seatCount)
    expect(within(grid).getAllByRole('row')[0]!.getAttribute('aria-labelledby')).toBe(within(grid).getAllByRole('rowheader')[0]!.id)
  })

  test('arrow keys stop on free seats, skip taken ones and announce how many', () => {
    const { store, seat, press, focused, said: announcements } = mount()
    act(
      () =>
        void store.apply(
          [
            [named('C', 4), 1],
            [named('C', 5), 1],
          ],
          1,
        ),
    )
    act(() => seat(named('C', 3)).focus())
    press('ArrowRight')
    expect(focused()).toBe(named('C', 6))
    expect(announcements()).toBe('2 taken seats passed')
    press('ArrowDown')
    expect(plan.rows[plan.rowOf[focused()]!]!.label).toBe('D')
  })

  test('T makes the arrow keys stop on taken seats, which are announced as taken and cannot be chosen', () => {
    const { store, seat, press, focused, toggled, said: announcements } = mount()
    const taken = named('C', 4)
    act(() => void store.apply([[taken, 1]], 1))
    act(() => seat(named('C', 3)).focus())
    press('t')
    act(() => vi.advanceTimersByTime(2_000))
    press('ArrowRight')
    expect(focused()).toBe(taken)
    expect(seat(taken).getAttribute('aria-disabled')).toBe('true')
    expect(seat(taken).getAttribute('aria-label')).toContain('taken')
    press(' ')
    expect(toggled).toEqual([])
    expect(announcements()).toContain('taken')
  })

  test('Space chooses and clears a seat, and announces it', () => {
    const { seat, press, toggled, said: announcements } = mount()
    act(() => seat(named('B', 3)).focus())
    press(' ')
    expect(seat(named('B', 3)).getAttribute('aria-checked')).toBe('true')
    expect(announcements()).toBe('Seat 3 selected. 1 seats.')
    press(' ')
    expect(seat(named('B', 3)).getAttribute('aria-checked')).toBe('false')
    expect(announcements()).toBe('Seat 3 cleared. 0 seats.')
    expect(toggled).toEqual([named('B', 3), named('B', 3)])
  })

  test('typing C14 focuses that seat; Enter opens details, ? the help', () => {
    const onDetails = vi.fn()
    const onHelp = vi.fn()
    const { seat, press, focused, said: announcements } = mount({ onDetails, onHelp })
    act(() => seat(0).focus())
    for (const key of 'C14') press(key)
    expect(focused()).toBe(named('C', 14))
    for (const key of 'D3') press(key)
    expect(focused()).toBe(named('D', 3))
    for (const key of 'Z9') press(key)
    expect(focused()).toBe(named('D', 3))
    expect(announcements()).toBe('No seat Z9 here')
    press('Enter')
    expect(onDetails).toHaveBeenCalledWith(named('D', 3))
    press('?')
    expect(onHelp).toHaveBeenCalledOnce()
  })

  test('a seat name can be typed with the spaces it is printed with; elsewhere a space chooses', () => {
    const hall = bareHall({
      A: [
        { label: 'A', numbers: ['17', '18', '18 bis'], places: [0, 55, 110].map((x) => [x, 0] as const) },
        { label: 'B', places: [[0, 90]] },
      ],
    })
    const { seat, press, focused, toggled } = mount({
      plan: hall,
      store: createSeatStore(hall),
      offers: offersOf(hall),
      words: wordsOf(hall),
    })
    act(() => seat(0).focus())
    for (const typed of ['A18 bis', '18bis']) {
      for (const key of typed) press(key)
      expect(focused(), typed).toBe(2)
      press('Home')
    }
    expect(toggled).toEqual([])
    for (const key of '17 ') press(key)
    expect(toggled).toEqual([0])
    // Again, where the name cannot continue: this is seat 18.
    for (const key of '18  ') press(key)
    expect(toggled).toEqual([0, 1])
    // Two keys after each other, not a row TB.
    for (const key of 'tb') press(key)
    expect(focused()).toBe(3)
  })

  test('keys that write a character can be turned off; the others still work', () => {
    const onHelp = vi.fn()
    const { seat, press, focused, toggled, said: announcements } = mount({ onHelp, characterKeys: false })
    act(() => seat(named('C', 3)).focus())
    for (const key of ['?', 't', 'D', '4', '0', '+']) expect(press(key), key).toBe(true)
    expect([focused(), announcements()]).toEqual([named('C', 3), ''])
    expect(onHelp).not.toHaveBeenCalled()
    press(' ')
    press('ArrowRight')
    expect([toggled, focused()]).toEqual([[named('C', 3)], named('C', 4)])
  })

  test('no key of the map has an effect in a field of the host', () => {
    const { toggled } = mount()
    const field = document.createElement('input')
    screen.getByRole('grid').closest('section')!.append(field)
    act(() => field.focus())
    for (const key of [' ', 't', '?', 'C', 'ArrowRight', 'Escape']) expect(fireEvent.keyDown(field, { key }), key).toBe(true)
    expect([toggled, document.activeElement]).toEqual([[], field])
  })

  test('Control and an arrow move from free seat to free seat, row by row, also while exploring taken ones', () => {
    const { store, seat, press, focused, said: announcements } = mount()
    const last = plan.rows[plan.rowOf[named('C', 1)]!]!
    const soldSeats = Array.from({ length: last.seatCount - 1 }, (_, place) => [last.firstSeat + 1 + place, 1] as const)
    act(() => void store.apply(soldSeats, 1))
    act(() => seat(named('C', 1)).focus())
    press('t')
    act(() => vi.advanceTimersByTime(2_000))
    press('ArrowRight', { ctrlKey: true })
    expect(focused()).toBe(named('D', 1))
    press('ArrowLeft', { ctrlKey: true })
    expect(focused()).toBe(named('C', 1))
    announcements()
  })

  test('typed keys are grouped by the time of the key press, even when a blocked page receives them late', () => {
    const { seat, focused } = mount()
    const pressAt = (key: string, timeStamp: number): void => {
      const event = createEvent.keyDown(document.activeElement!, { key })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      fireEvent(document.activeElement!, event)
      act(() => vi.advanceTimersByTime(5_000))
    }
    act(() => seat(0).focus())
    for (const [nth, key] of [...'C14'].entries()) pressAt(key, 10_000 + nth * 300)
    expect(focused()).toBe(named('C', 14))
    // Another one begins after a pause.
    pressAt('3', 12_000)
    expect(focused()).toBe(named('C', 3))
  })

  test('Alt and Page keys change the area and move the focus there', () => {
    const onAreaChange = vi.fn()
    const { seat, press, focused, said: announcements } = mount({ onAreaChange })
    act(() => seat(0).focus())
    press('PageDown', { altKey: true })
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('Circle seats')
    expect(focused()).toBe(firstSeatOf(plan, 1, () => true))
    expect(onAreaChange).toHaveBeenLastCalledWith(1)
    expect(announcements()).toContain('Circle')
  })

  test('Tab is left to the browser', () => {
    const { seat, press } = mount()
    act(() => seat(0).focus())
    expect(press('Tab')).toBe(true)
  })

  test('keys reach only areas of the view', () => {
    mount({ view: 'circle' })
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('Circle seats')
  })
})

describe('live changes', () => {
  test('a chosen seat that another visitor takes is announced, and focus stays', () => {
    const { store, seat, press, focused, said: announcements } = mount()
    act(() => seat(named('B', 3)).focus())
    press(' ')
    announcements()
    act(() => void store.apply([[named('B', 3), 1]], 1))
    expect(focused()).toBe(named('B', 3))
    expect(announcements()).toBe('Seat 3 has just been taken.')
  })

  test('a filter announces the number of matching seats, moves nothing, and applies to arrow keys', () => {
    const { setters, seat, press, focused, said: announcements } = mount()
    act(() => seat(named('A', 3)).focus())
    act(() => setters.filters?.({ types: new Set(['restricted-view']) }))
    expect(focused()).toBe(named('A', 3))
    expect(announcements()).toMatch(/^\d+ seats match\.$/)
    press('ArrowLeft')
    expect(focused()).toBe(named('A', 2))
  })

  test('announces nothing before the visitor acts', () => {
    const { said: announcements } = mount()
    expect(announcements()).toBe('')
  })
})

test('without any canvas calls onUndrawable once and keeps the grid', async () => {
  vi.useRealTimers()
  const onUndrawable = vi.fn()
  mount({ onUndrawable })
  await vi.waitFor(() => expect(onUndrawable).toHaveBeenCalledOnce(), 10_000)
  expect(screen.getByRole('grid')).toBeTruthy()
})
