import { expect, it } from 'vitest'
import { readProgrammeCodes } from './programme-codes.ts'

it('reads codes and last names from pasted lines, with the numbers of their lines', () => {
  expect(readProgrammeCodes('CHALK-1\r\n\nchalk 2\tQuill\nCHALK-3; St. Clair\nCHALK-4,\n')).toEqual({
    codes: [
      { line: 1, code: 'CHALK-1', lastName: null },
      { line: 3, code: 'chalk 2', lastName: 'Quill' },
      { line: 4, code: 'CHALK-3', lastName: 'St. Clair' },
      { line: 5, code: 'CHALK-4', lastName: null },
    ],
    faults: [],
  })
})

it.each([
  ['a code that is too short without its hyphens', 'A-1-2'],
  ['a code that is too long', 'C'.repeat(41)],
  ['a line with three parts', 'CHALK-1;Quill;Peter'],
  ['a last name without a code', ';Quill'],
])('names the line of %s', (_, line) => {
  expect(readProgrammeCodes(`CHALK-9\n${line}`)).toMatchObject({ codes: [{ code: 'CHALK-9' }], faults: [2] })
})
