import { expect, it } from 'vitest'
import type { RichText } from '@playhouse/domain/season'
import { synopsisOfText, textOfSynopsis } from './synopsis-text.ts'

it('writes a synopsis as text and reads it back', () => {
  const synopsis: RichText = [
    { kind: 'paragraph', text: 'A king divides his kingdom.' },
    { kind: 'heading', text: 'The daughters' },
    { kind: 'list', items: ['Goneril', 'Regan', 'Cordelia'] },
  ]
  expect(textOfSynopsis(synopsis)).toBe('A king divides his kingdom.\n\n# The daughters\n\n- Goneril\n- Regan\n- Cordelia')
  expect(synopsisOfText(textOfSynopsis(synopsis))).toEqual(synopsis)
})

it('joins the lines of a paragraph, and leaves empty blocks out', () => {
  expect(synopsisOfText('\n\nA king\n  divides his kingdom.\n\n \n')).toEqual([{ kind: 'paragraph', text: 'A king divides his kingdom.' }])
  expect(synopsisOfText(' ')).toEqual([])
})
