// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ScrollArea, ScrollRegion } from './ScrollRegion.tsx'

afterEach(cleanup)

it('is a region with a tab stop, named by a label or by a heading', () => {
  render(
    <>
      <ScrollRegion label="Takings">Cash in</ScrollRegion>
      <h2 id="prices">Prices</h2>
      <ScrollRegion labelledBy="prices">Band A</ScrollRegion>
    </>,
  )
  for (const name of ['Takings', 'Prices']) expect(screen.getByRole('region', { name }).tabIndex).toBe(0)
})

it('adds no tab stop where the content has controls', () => {
  render(
    <ScrollArea>
      <button type="button">Release</button>
    </ScrollArea>,
  )
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.getByRole('button').parentElement?.hasAttribute('tabindex')).toBe(false)
})
