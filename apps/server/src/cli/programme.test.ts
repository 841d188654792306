import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl, openTestTheatre, runCommand, type TestTheatre } from '#testing'

const folder = mkdtempSync(join(tmpdir(), 'ph-programme-'))
let theatre: TestTheatre
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(async () => {
  await theatre.database.drop()
  rmSync(folder, { recursive: true })
})

const programme = (...args: string[]) => runCommand('programme.ts', args, { DATABASE_URL: databaseUrl(theatre.database.address) })

describe('pnpm programme', () => {
  it.each(['season.xlsx', 'season.json', 'season'])('exports %s, which an import finds unchanged', (name) => {
    const path = join(folder, name)
    expect(programme('export', path)).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout, stderr } = programme('import', path, '--reason', 'nothing new')
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^0 new, 0 changed, [1-9]\d* as before\n$/)])
  })

  it('checks one file of CSV, names every fault with its row, and changes nothing', () => {
    const file = join(folder, 'performances.csv')
    const [headers, first] = readFileSync(join(folder, 'season', 'performances.csv'), 'utf8').split('\r\n')
    const faulty = first!.replace(/\d{4}-\d\d-\d\d/, '31/12/2031').replace('small', 'smal')
    writeFileSync(file, `${headers}\r\n${faulty}\r\n`)
    const checked = programme('check', file)
    expect(checked.status).toBe(1)
    expect(checked.stderr).toContain('performances, row 2, date: "31/12/2031" is no date (2031-12-31)')
    expect(checked.stderr).toMatch(/\d+ problems?; nothing was changed/)
  })

  it('imports the dates of a calendar with what it lacks, and finds them unchanged', () => {
    const file = join(folder, 'run.ics')
    const [headers, first] = readFileSync(join(folder, 'season', 'performances.csv'), 'utf8')
      .split('\r\n')
      .map((line) => line.split(','))
    const cell = (header: string): string => first![headers!.indexOf(header)]!
    const date = (nth: number): string[] => [
      `BEGIN:VEVENT`,
      `UID:calendar-${nth}@example.org`,
      `DTSTART:2039020${nth}T193000`,
      'DTEND:20390203T220000',
      'END:VEVENT',
    ]
    writeFileSync(file, ['BEGIN:VCALENDAR', 'VERSION:2.0', ...date(1), ...date(2), 'END:VCALENDAR'].join('\r\n'))
    const lacking = programme('check', file)
    expect([lacking.status, lacking.stderr]).toEqual([
      1,
      expect.stringContaining('run.ics, row 3, performances, production: "calendar-1@example.org" needs a value'),
    ])
    const given = [
      '--production',
      cell('production'),
      '--hall',
      cell('hall'),
      '--price-list',
      cell('price list'),
      '--general-sale',
      '2031-01-10 10:00',
    ]
    const imported = programme('import', file, ...given)
    expect([imported.stderr, imported.stdout]).toEqual(['', expect.stringContaining('performance calendar-2: new')])
    expect(imported.stdout).toContain('run.ics, DTEND: "2" is not imported')
    expect(programme('import', file, ...given).stdout).toContain('0 new, 0 changed, 2 as before')
  })

  it('refuses what is no spreadsheet, with the reason', () => {
    const file = join(folder, 'old.xlsx')
    writeFileSync(file, Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]))
    expect(programme('check', file)).toMatchObject({ status: 2, stderr: expect.stringContaining('save it as .xlsx') })
    expect(programme('check', join(folder, 'none.xlsx'))).toMatchObject({ status: 2, stderr: expect.stringContaining('there is no') })
    expect(readdirSync(folder)).toContain('season')
  })
})
