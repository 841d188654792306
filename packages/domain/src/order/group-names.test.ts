import { describe, expect, it } from 'vitest'
import { areNamesOpen, firstLongName, groupNamesEditSchema, hasGroupSeats, holderOf, maxHolderLength, namesOfPaste } from './group-names.ts'

const booking = { reservation: 'reserved', isOver: false, isCancelled: false, hasBegun: false } as const

describe('names of a group', () => {
  it.each([
    ['reserved', booking, true],
    ['in a basket', { ...booking, reservation: 'in-basket' }, true],
    ['paid, after the option', { ...booking, reservation: 'confirmed', isOver: true }, true],
    ['past its option', { ...booking, isOver: true }, false],
    ['lapsed', { ...booking, reservation: 'lapsed' }, false],
    ['cancelled', { ...booking, isCancelled: true }, false],
  ] as const)('%s', (_name, facts, isOpen) => {
    expect(areNamesOpen(facts)).toBe(isOpen)
    expect(hasGroupSeats(facts)).toBe(isOpen)
    expect(areNamesOpen({ ...facts, hasBegun: true }), 'once the performance has begun').toBe(false)
  })

  it('reads a pasted list: lines of any system, cells of a spreadsheet, no blank lines', () => {
    expect(namesOfPaste('Snug\r\n\r\n  Nick   Bottom \rFrancis\tFlute\n"Tom ""Wall"" Snout"\n\t\n')).toEqual([
      'Snug',
      'Nick Bottom',
      'Francis Flute',
      'Tom "Wall" Snout',
    ])
    expect(namesOfPaste(' \n\u200B')).toEqual([])
  })

  it('stores a name on one line, without characters that turn the text around it', () => {
    expect(holderOf(' Robin\n\u202E Starveling ')).toBe('Robin Starveling')
    expect(holderOf(' ')).toBeNull()
  })

  it('finds a name that is too long', () => {
    expect(firstLongName(['Snug', 'x'.repeat(maxHolderLength)])).toBeUndefined()
    expect(firstLongName(['Snug', 'x'.repeat(maxHolderLength + 1)])).toBe(2)
  })

  it('takes each ticket once, and no name without a letter', () => {
    const ticket = 'a4b5c6d7-0000-4000-8000-000000000001'
    const edit = (...names: string[]) =>
      groupNamesEditSchema.safeParse({ version: 0, names: names.map((name) => ({ ticket, name })) }).success
    expect([edit('Snug'), edit(''), edit()]).toEqual([true, true, true])
    expect([edit('Snug', 'Snug'), edit('\u3164'), edit('x'.repeat(maxHolderLength + 1))]).toEqual([false, false, false])
  })
})
