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

  it('refuses what is no spreadsheet, with the reason', () => {
    const file = join(folder, 'old.xlsx')
    writeFileSync(file, Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]))
    expect(programme('check', file)).toMatchObject({ status: 2, stderr: expect.stringContaining('save it as .xlsx') })
    expect(programme('check', join(folder, 'none.xlsx'))).toMatchObject({ status: 2, stderr: expect.stringContaining('there is no') })
    expect(readdirSync(folder)).toContain('season')
  })
})
