import { expect, test } from 'vitest'
import { oneArea } from '#fixture'
import { selectionPins } from './selection.ts'

test('no pin’s edge covers the face of another pin', () => {
  const plan = oneArea([Array.from({ length: 4 }, (_, seat) => [seat * 50, 0] as const)])
  const pins = selectionPins(plan, [0, 1, 2])
  const faces = pins.map((pin) => pin.kind === 'ring' && pin.fill !== undefined)
  expect(faces).toEqual([false, false, false, true, true, true])
  expect(pins.map((pin) => pin.kind === 'ring' && pin.x)).toEqual([0, 50, 100, 0, 50, 100])
})
