import { expect, test } from 'vitest'
import { type KeyPress, readKey } from './grid-key.ts'

const press = (key: string, held: Partial<KeyPress> = {}, typing = false) =>
  readKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, typing)

test('every key of the model', () => {
  expect(press('ArrowUp')).toEqual({ do: 'walk', step: 'up' })
  expect(press('Home')).toEqual({ do: 'walk', step: 'rowStart' })
  expect(press('End', { ctrlKey: true })).toEqual({ do: 'walk', step: 'areaEnd' })
  expect(press('Home', { metaKey: true })).toEqual({ do: 'walk', step: 'areaStart' })
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

test('Tab and the browser’s own shortcuts are left alone', () => {
  for (const key of ['Tab', 'F5', 'Shift']) expect(press(key)).toBeUndefined()
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('0', { ctrlKey: true })).toBeUndefined()
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
})

test('0 and T are parts of a name while one is typed', () => {
  expect(press('0', {}, true)).toEqual({ do: 'type', text: '0' })
  expect(press('t', {}, true)).toEqual({ do: 'type', text: 't' })
  expect(press('Å')).toEqual({ do: 'type', text: 'Å' })
})
