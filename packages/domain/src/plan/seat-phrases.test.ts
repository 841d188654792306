import { expect, test } from 'vitest'
import { distinctPhrases, joinPhrases } from './seat-phrases.ts'

test('leaves out a phrase that the note contains, whatever its case', () => {
  const note = 'High seat. The near third of the stage is hidden by the gallery front.'
  expect(distinctPhrases(['End of row', 'high seat', 'Rail in front'], note)).toEqual([
    'End of row',
    'Rail in front',
    'High seat. The near third of the stage is hidden by the gallery front',
  ])
})

test('leaves out phrases that are repeated or empty', () => {
  expect(distinctPhrases(['Step-free', '', false, undefined, 'Step-free'])).toEqual(['Step-free'])
})

test('removes the final full stop of a note, and nothing else', () => {
  expect(distinctPhrases([], 'Pillar to the left. ')).toEqual(['Pillar to the left'])
  expect(distinctPhrases([], '柱。')).toEqual(['柱'])
  for (const note of ['Row 1.5', 'Is that so?']) expect(distinctPhrases([], note)).toEqual([note])
  expect(distinctPhrases([], '')).toEqual([])
})

test('joins phrases as sentences', () => {
  expect(joinPhrases(['End of row', 'Lean forward, over the rail'])).toBe('End of row. Lean forward, over the rail')
})
