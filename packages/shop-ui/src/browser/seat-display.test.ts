import { describe, expect, it } from 'vitest'
import { chooseSeatDisplay } from './seat-display.ts'

const address = (search: string): URLSearchParams => new URLSearchParams(search)

describe('map or list', () => {
  it('uses the URL, then the saved choice, then the device’s capability', () => {
    expect(chooseSeatDisplay(address('?list'), 'map', () => true)).toBe('list')
    expect(chooseSeatDisplay(address('?map'), 'list', () => false)).toBe('map')
    expect(chooseSeatDisplay(address(''), 'list', () => true)).toBe('list')
    expect(chooseSeatDisplay(address(''), null, () => true)).toBe('map')
    expect(chooseSeatDisplay(address(''), null, () => false)).toBe('list')
    expect(chooseSeatDisplay(address(''), 'nonsense', () => true)).toBe('map')
  })
})
