import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { visions } from '#setting'
import { filterOf, VisionFilters } from './VisionFilters.tsx'

const markup = renderToStaticMarkup(<VisionFilters />)

test('every way of seeing has its filter', () => {
  for (const vision of visions.filter((one) => one !== 'plain')) {
    const id = /#([\w-]+)/.exec(filterOf(vision))?.[1]
    expect(markup).toContain(`id="${id}"`)
  }
  expect(filterOf('plain')).toBe('none')
})

test('grey stays grey: each row of a colour matrix adds up to one', () => {
  const matrices = [...markup.matchAll(/values="([^"]+)"/g)].map(([, values]) => values!.split(' ').map(Number))
  expect(matrices).toHaveLength(4)
  for (const values of matrices) {
    expect(values).toHaveLength(20)
    for (const row of [0, 5, 10]) expect(values.slice(row, row + 3).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5)
  }
})
