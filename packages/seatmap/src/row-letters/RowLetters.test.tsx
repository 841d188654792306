// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { centreOn } from '#camera'
import { seatPitch } from '#plan-index'
import { RowLetters, type RowLettersHandle } from './RowLetters.tsx'

const plan = readPlan(hall('opera-2250'))
const clear = { x: 0, y: 0, width: 390, height: 500 }
const reportAt = (nth: number, seatSize = 28, down = 0) => {
  const row = plan.rows[nth]!
  const seat = row.firstSeat + (row.seatCount >> 1)
  const camera = centreOn(plan.x[seat]!, plan.y[seat]!, seatSize / (seatPitch(plan) * 0.84), clear)
  return { camera: { ...camera, y: camera.y + down }, seatSize, percent: 100, canZoomIn: true, canZoomOut: true }
}

beforeEach(() => {
  vi.useFakeTimers()
  // As browsers measure what is not laid out.
  const measured = (length: number) =>
    function (this: HTMLElement): number {
      return this.hidden ? 0 : length
    }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(measured(clear.width))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(measured(clear.height))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('letters appear when the camera rests, move with their rows, and are hidden during a zoom', () => {
  const handle: { current: RowLettersHandle | null } = { current: null }
  const inset = { top: 0, right: 0, bottom: 0, left: 0 }
  const { container } = render(<RowLetters ref={handle} plan={plan} view="all" inset={inset} />)
  const host = container.firstElementChild as HTMLElement
  const rest = (): void => act(() => void vi.advanceTimersByTime(200))
  const letters = (): string[] => [...host.querySelectorAll('span')].map(({ textContent }) => textContent)
  expect([host.ariaHidden, letters()]).toEqual(['true', []])

  act(() => handle.current!.follow(reportAt(5)))
  expect(letters()).toEqual([])
  rest()
  expect(letters()).toContain(plan.rows[5]!.label)

  act(() => handle.current!.follow(reportAt(5, 28, 40)))
  expect((host.firstElementChild as HTMLElement).style.transform).toBe('translateY(40px)')
  rest()
  expect((host.firstElementChild as HTMLElement).style.transform).toBe('translateY(0px)')

  act(() => handle.current!.follow(reportAt(5, 40)))
  expect(host.style.visibility).toBe('hidden')
  rest()
  expect(host.style.visibility).toBe('')
  expect(letters()).toContain(plan.rows[5]!.label)
  act(() => handle.current!.follow(reportAt(5, 5)))
  rest()
  expect(letters()).toEqual([])
})
