// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHover } from './hover.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] }))
afterEach(() => void vi.useRealTimers())

function start() {
  const marked: number[] = []
  const rested: number[] = []
  const hover = createHover(
    (seat) => marked.push(seat),
    (seat) => rested.push(seat),
  )
  const to = (seat: number): void => {
    hover.at(() => seat)
    vi.advanceTimersByTime(16)
  }
  return { hover, marked, rested, to }
}

test('a seat is marked at once, and its card is shown after 80 ms of rest', () => {
  const { marked, rested, to } = start()
  to(7)
  expect([marked, rested]).toEqual([[7], []])
  vi.advanceTimersByTime(79)
  expect(rested).toEqual([])
  vi.advanceTimersByTime(1)
  expect(rested).toEqual([7])
})

test('a moving pointer shows no card, and leaving the seat hides it at once', () => {
  const { hover, rested, to } = start()
  for (const seat of [1, 2, 3, 4]) {
    to(seat)
    vi.advanceTimersByTime(40)
  }
  expect(rested).toEqual([])
  vi.advanceTimersByTime(80)
  hover.at(undefined)
  expect(rested).toEqual([4, -1])
})

test('the seat is looked up once per frame, however often the pointer moves', () => {
  const { hover } = start()
  const find = vi.fn(() => 3)
  for (let move = 0; move < 10; move++) hover.at(find)
  vi.advanceTimersByTime(16)
  expect(find).toHaveBeenCalledOnce()
})

test('no callback runs after the end', () => {
  const { hover, rested, to } = start()
  to(7)
  hover.destroy()
  vi.advanceTimersByTime(500)
  expect(rested).toEqual([])
})
