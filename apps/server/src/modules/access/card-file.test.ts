import { describe, expect, it } from 'vitest'
import { readCardFile } from './card-file.ts'

describe('a file of access cards', () => {
  it('has cards with needs by name and by the id of a CRM, in any order of the columns', () => {
    const rows = [
      '\uFEFFneeds,last_name,note,access_id',
      'WH-1 plus-one;WH-1,"O\'Neill, Jr",red,ac 2051',
      '',
      ',  ,,AC-2052',
      'hearing|visual,Löfgren,"two\nlines",ac-3',
    ]
    expect(readCardFile(rows.join('\r\n'), { wheelchair: 'WH-1' })).toEqual([
      { accessId: 'AC2051', lastName: "O'Neill, Jr", types: ['wheelchair', 'plus-one'] },
      { accessId: 'AC-2052', lastName: null, types: [] },
      { accessId: 'AC-3', lastName: 'Löfgren', types: ['hearing', 'visual'] },
    ])
  })

  it('may have the name of a type that has an id', () => {
    expect(readCardFile('access_id,last_name,needs\nA,,wheelchair', { wheelchair: 'WH-1' })[0]!.types).toEqual(['wheelchair'])
  })

  it.each([
    ['', 'the file has no cards'],
    ['access_id,last_name,needs\n', 'the file has no cards'],
    ['name\nA', 'the file has no column access_id'],
    ['access_id,needs\nA,hearing', 'the file has no column last_name'],
    ['access_id,last_name,needs\nA,,hearing\n ,Else,', 'line 3: no access_id'],
    ['access_id,last_name,needs\na 1,,\nA1,,', 'line 3: A1 is in the file twice'],
    ['access_id,last_name,needs\nA,,hearing sight', 'line 2: unknown need sight'],
    ['access_id,last_name,needs\nA,hearing', 'Invalid Record Length'],
    ['access_id,last_name,needs\n"A,,', 'Quote Not Closed'],
  ])('is rejected with the line of its fault: %j', (text, fault) => {
    const read = () => readCardFile(text)
    expect(read).toThrow(RangeError)
    expect(read).toThrow(fault)
  })
})
