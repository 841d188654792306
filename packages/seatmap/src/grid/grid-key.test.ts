import { expect, test } from 'vitest'
import { isShortcut, type KeyPress, readKey } from './grid-key.ts'

const press = (key: string, held: Partial<KeyPress> = {}, typed = '', goesOn: (name: string) => boolean = () => false) =>
  readKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, typed, goesOn)

test('returns the command of every key', () => {
  expect(press('ArrowUp')).toEqual({ do: 'walk', step: 'up' })
  expect(press('Home')).toEqual({ do: 'walk', step: 'rowStart' })
  expect(press('End', { ctrlKey: true })).toEqual({ do: 'walk', step: 'areaEnd' })
  expect(press('Home', { metaKey: true })).toEqual({ do: 'walk', step: 'areaStart' })
  expect(press('ArrowRight', { ctrlKey: true })).toEqual({ do: 'walk', step: 'next' })
  expect(press('ArrowLeft', { metaKey: true })).toEqual({ do: 'walk', step: 'previous' })
  expect(press('PageDown')).toEqual({ do: 'walk', step: 'pageDown' })
  expect(press('PageDown', { altKey: true })).toEqual({ do: 'area', by: 1 })
  expect(press('ArrowRight', { shiftKey: true })).toEqual({ do: 'pan', right: 0.25, down: 0 })
  expect(press(' ')).toEqual({ do: 'toggle' })
  expect(press('Enter')).toEqual({ do: 'details' })
  expect(press('Escape')).toEqual({ do: 'dismiss' })
  expect([press('+'), press('-'), press('0'), press('T'), press('?')].map((command) => command?.do)).toEqual([
    'zoomIn',
    'zoomOut',
    'fit',
    'explore',
    'help',
  ])
})

test('leaves Tab and the browser’s shortcuts to the browser', () => {
  for (const key of ['Tab', 'F5', 'Shift']) expect(press(key)).toBeUndefined()
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('0', { ctrlKey: true })).toBeUndefined()
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
})

test('0 and T are parts of a name while one is typed', () => {
  expect(press('0', {}, 'C1')).toEqual({ do: 'type', text: '0' })
  expect(press('t', {}, 'C1')).toEqual({ do: 'type', text: 't' })
  expect(press('Å')).toEqual({ do: 'type', text: 'Å' })
})

test('a space and a sign also type a name where a name continues with them, and only there', () => {
  const goesOn = (name: string): boolean => '18 bis'.startsWith(name)
  expect(press(' ', {}, '18', goesOn)).toEqual({ do: 'type', text: ' ' })
  expect(press(' ', {}, '17', goesOn)).toEqual({ do: 'toggle' })
  expect(press(' ', {}, '', goesOn)).toEqual({ do: 'toggle' })
  expect(press('-', {}, '18', goesOn)).toEqual({ do: 'zoomOut' })
  expect(press('_', {}, '18', goesOn)).toBeUndefined()
})

test('letters typed with AltGr or Option are letters', () => {
  expect(press('Ł', { ctrlKey: true, altKey: true })).toEqual({ do: 'type', text: 'Ł' })
  expect(press('Å', { altKey: true })).toEqual({ do: 'type', text: 'Å' })
  expect(press('l', { altKey: true })).toBeUndefined()
})

test('distinguishes keys that write a character from those that do not', () => {
  expect(['t', '0', '+', '?', 'Å'].every(isShortcut)).toBe(true)
  expect([' ', 'Enter', 'Escape', 'Home', 'ArrowUp', 'F2'].some(isShortcut)).toBe(false)
})
