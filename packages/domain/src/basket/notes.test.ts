import { describe, expect, it } from 'vitest'
import { askedNotes, noteTexts, writtenNotes } from './notes.ts'

describe('the notes of an order', () => {
  it('ask for diets only where the brand does, and only with tickets', () => {
    const names = (dietaryNote: number | undefined, tickets: readonly unknown[]) =>
      askedNotes({ limits: { dietaryNote } }, { tickets }).map(({ name, maxLength }) => [name, maxLength])
    expect(names(300, ['a ticket'])).toEqual([
      ['access', 500],
      ['dietary', 300],
      ['order', 500],
    ])
    expect(names(300, []).map(([name]) => name)).toEqual(['access', 'order'])
    expect(names(undefined, ['a ticket']).map(([name]) => name)).toEqual(['access', 'order'])
  })

  it('send a dietary note where there is one, and where one is removed', () => {
    const none = { access: 'A ramp', order: '' }
    expect(writtenNotes(noteTexts(none), none)).toEqual(none)
    expect(writtenNotes({ ...none, dietary: 'No nuts' }, none)).toEqual({ ...none, dietary: 'No nuts' })
    expect(writtenNotes({ ...none, dietary: '' }, { ...none, dietary: 'No nuts' })).toEqual({ ...none, dietary: '' })
  })
})
