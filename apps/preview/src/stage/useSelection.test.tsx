// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { hall, priceListOf } from '@playhouse/fixtures'
import { setSelection, useSelection } from './useSelection.ts'

const list = priceListOf(readPlan(hall('studio-60')))
const report = vi.fn<(seats: readonly string[]) => void>()
const start = (requested: readonly string[]) =>
  renderHook(({ seats }) => useSelection(seats, list, report), { initialProps: { seats: requested }, wrapper: StrictMode })

beforeEach(() => {
  sessionStorage.clear()
  setSelection([], 'full')
  report.mockClear()
})
afterEach(cleanup)

test('selects the seats of a link, and does not report them as a change', () => {
  const { result } = start(['a', 'b'])
  expect(result.current).toEqual(['a', 'b'])
  expect(report).not.toHaveBeenCalled()
})

test('reports what the visitor chooses once, and ignores its echo', () => {
  const { result, rerender } = start([])
  act(() => setSelection(['a'], 'full'))
  act(() => setSelection(['a', 'b'], 'full'))
  expect(report.mock.calls).toEqual([[['a']], [['a', 'b']]])
  rerender({ seats: ['a'] })
  expect(result.current).toEqual(['a', 'b'])
  rerender({ seats: ['a', 'b'] })
  expect(result.current).toEqual(['a', 'b'])
})

test('an order after that is followed', () => {
  const { result, rerender } = start(['a'])
  act(() => setSelection(['a', 'b'], 'full'))
  rerender({ seats: ['a', 'b'] })
  rerender({ seats: [] })
  expect(result.current).toEqual([])
  rerender({ seats: ['c'] })
  expect(result.current).toEqual(['c'])
})
