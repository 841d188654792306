import { describe, expect, it } from 'vitest'
import { decideSeatsAs } from './useSeatsAs.ts'

const address = (search: string): URLSearchParams => new URLSearchParams(search)

describe('map or list', () => {
  it('goes by the address first, then by what was chosen last, then by the device', () => {
    expect(decideSeatsAs(address('?list'), 'map', () => true)).toBe('list')
    expect(decideSeatsAs(address('?map'), 'list', () => false)).toBe('map')
    expect(decideSeatsAs(address(''), 'list', () => true)).toBe('list')
    expect(decideSeatsAs(address(''), null, () => true)).toBe('map')
    expect(decideSeatsAs(address(''), null, () => false)).toBe('list')
    expect(decideSeatsAs(address(''), 'nonsense', () => true)).toBe('map')
  })
})
