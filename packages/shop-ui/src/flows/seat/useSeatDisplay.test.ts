import { describe, expect, it } from 'vitest'
import { chooseSeatDisplay } from './useSeatDisplay.ts'

const address = (search: string): URLSearchParams => new URLSearchParams(search)

describe('map or list', () => {
  it('goes by the address first, then by what was chosen last, then by the device', () => {
    expect(chooseSeatDisplay(address('?list'), 'map', () => true)).toBe('list')
    expect(chooseSeatDisplay(address('?map'), 'list', () => false)).toBe('map')
    expect(chooseSeatDisplay(address(''), 'list', () => true)).toBe('list')
    expect(chooseSeatDisplay(address(''), null, () => true)).toBe('map')
    expect(chooseSeatDisplay(address(''), null, () => false)).toBe('list')
    expect(chooseSeatDisplay(address(''), 'nonsense', () => true)).toBe('map')
  })
})
