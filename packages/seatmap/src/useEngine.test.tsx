// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { offersOf, theatre, wordsOf } from '#fixture'
import { createSeatStore } from '#store'
import { SeatMap } from './SeatMap.tsx'

const told: string[] = []
vi.mock('#engine', () => ({
  loadPainter: async () => () => {},
  createEngine: async () => new Proxy({}, { get: (_, name: string) => (name === 'then' ? undefined : () => void told.push(name)) }),
}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the first picture is of the level asked for, between the panels, with what is chosen', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  const plan = theatre()
  const inset = { top: 70, right: 300, bottom: 70, left: 300 }
  const seats = { plan, store: createSeatStore(plan), offers: offersOf(plan), words: wordsOf(plan), selection: [3] }
  render(<SeatMap {...seats} inset={inset} view="all" onToggle={() => {}} />)
  // From here on React tells the engine what it renders, which may be a picture later.
  await waitFor(() => expect(told).toContain('setReducedMotion'))
  expect(told.slice(0, told.indexOf('setReducedMotion'))).toEqual(['setChosen', 'setView', 'setInset'])
})
