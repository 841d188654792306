// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { opensWithSeats, useInset } from './useInset.ts'

/** A panel with the given height; jsdom has no layout. */
const panel = (height: number, width = 300) => {
  const current = document.createElement('div')
  Object.defineProperties(current, { offsetHeight: { value: height }, offsetWidth: { value: width } })
  return { current }
}
const show = (isWide: boolean) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width: 64rem'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const panels = { screen: panel(700), start: panel(46), end: panel(200), top: panel(0), controls: panel(48) }
  return renderHook(() => useInset(panels)).result.current!
}

beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void
      constructor(measure: () => void) {
        this.observe = measure
      }
      disconnect() {}
    },
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('insets a hall without levels by the display switch: from the top on a phone, from the side on a desktop', () => {
  expect(show(false).top).toBeGreaterThan(46)
  expect(show(true).top).toBeLessThan(46)
})

it('opens the visitor’s seats beside map and list on a phone in landscape, and keeps them closed below a list', () => {
  const screen = (isLow: boolean) =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: isLow === query.includes('height < 32rem') && !query.includes('min-width'),
    }))
  screen(true)
  expect([opensWithSeats('map'), opensWithSeats('list')]).toEqual([true, true])
  screen(false)
  expect([opensWithSeats('map'), opensWithSeats('list')]).toEqual([true, false])
})
