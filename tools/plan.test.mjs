import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPlan } from './plan.mjs'
import { planSchema, writePlanBytes } from '../packages/domain/src/plan/index.ts'

/** @type {string} */
let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plan-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param {...string} args */
function plan(...args) {
  /** @type {string[]} */
  const out = []
  /** @type {string[]} */
  const err = []
  const code = runPlan(
    args,
    (line) => out.push(line),
    (trouble) => err.push(trouble),
  )
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** @param {string} name @param {unknown} content */
function file(name, content) {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** A sparse file of 200 MB, which uses no disk space. */
function vast() {
  const path = file('vast.json', '')
  truncateSync(path, 200 * 2 ** 20)
  return path
}

const seat = (/** @type {number} */ number, x = number * 25) => ({
  seat_guid: `g-${number}`,
  seat_number: String(number),
  position: { x, y: 0 },
})
const pretix = (/** @type {object[]} */ ...seats) => ({
  name: 'The Playhouse',
  categories: [],
  zones: [{ name: 'Stalls', rows: [{ row_number: 'A', seats }] }],
})

describe('pnpm plan', () => {
  it('runs as a command', () => {
    const source = file('command.json', pretix(seat(1), seat(2)))
    const out = execFileSync(process.execPath, [join(import.meta.dirname, 'plan.mjs'), 'check', source], { encoding: 'utf8' })
    expect(out).toContain('The Playhouse: 2 seats')
  })

  it.each(['--help', '-h', 'help'])('prints its usage and exits with 0 for %s', (word) => {
    expect(plan(word)).toMatchObject({ code: 0, out: expect.stringContaining('pnpm plan import FILE'), err: '' })
  })

  it('reads a pipe, and packed plans', () => {
    const command = (/** @type {string[]} */ args, /** @type {Uint8Array | string} */ input) =>
      execFileSync(process.execPath, [join(import.meta.dirname, 'plan.mjs'), ...args], { input, encoding: 'utf8' })
    const target = join(folder, 'piped.json')
    expect(command(['import', '-', '--out', target], JSON.stringify(pretix(seat(1), seat(2))))).toContain(`2 seats written to ${target}`)
    const bytes = writePlanBytes(planSchema.parse(JSON.parse(readFileSync(target, 'utf8'))))
    expect(command(['check', '-'], bytes)).toContain('The Playhouse: 2 seats in 1 row and 1 area (read as playhouse)')
  })

  it('names rows and seats, and how many more there are', () => {
    const rows = ['A', 'B', 'C', 'D', 'E', 'F'].map((row_number, row) => ({
      row_number,
      position: { x: 0, y: row * 30 },
      seats: [1, 2, 3, 4].map((number) => ({ ...seat(number), seat_guid: `${row_number}${number > 2 ? 2 : number}` })),
    }))
    const { out } = plan('check', file('alike.json', { ...pretix(), zones: [{ name: 'Stalls', rows }] }))
    expect(out).toMatch(/^warning +renamed-id +12 seats .*\n +Stalls, row A: 3–4\n( +Stalls.*\n){3} +and 2 more\n +A2~2, A2~3, /m)
  })

  it('reports missing photographs and missing descriptions in a brand', () => {
    const target = join(folder, 'photographed.json')
    plan('import', file('plain.json', pretix(seat(1), seat(2))), '--out', target)
    const photo = { of: { area: 'stalls' }, file: 'photo/none.svg', width: 800, height: 450, alt: { en: 'The stage from the stalls' } }
    writeFileSync(target, JSON.stringify({ ...JSON.parse(readFileSync(target, 'utf8')), photos: [photo] }))
    expect(plan('check', target).out).not.toContain('photo-missing')
    const result = plan('check', target, '--brand', join(import.meta.dirname, '../brands/bridge'))
    expect(result).toMatchObject({ code: 1, out: expect.stringContaining('photo/none.svg') })
    expect(result.out).toContain('photo-not-translated')
    expect(plan('check', target, '--brand', folder)).toMatchObject({ code: 2, err: expect.stringContaining('brand.json') })
  })

  it('imports a pretix file as a plan that passes the check', () => {
    const target = join(folder, 'out.json')
    const imported = plan(
      'import',
      file('pretix.json', pretix(seat(1), seat(2))),
      '--out',
      target,
      '--hall',
      'main-house',
      '--name',
      'Main house',
    )
    expect(imported).toMatchObject({ code: 0, err: '' })
    expect(imported.out).toContain('Main house: 2 seats in 1 row and 1 area (read as pretix)')
    expect(imported.out).toMatch(/^warning +no-stage /m)
    const importedPlan = planSchema.parse(JSON.parse(readFileSync(target, 'utf8')))
    expect(importedPlan).toMatchObject({ hall: 'main-house', name: 'Main house', rows: [{ label: 'A', seats: 2 }] })
    expect(plan('check', target)).toMatchObject({ code: 0, err: '' })
  })

  it('exports for the pretix editor, and imports its own export', () => {
    const source = file('there.json', pretix(seat(1), seat(2)))
    expect(plan('export', source)).toMatchObject({ code: 0, err: '' })
    const { code, out } = plan('check', join(folder, 'there.pretix.json'))
    expect(code).toBe(0)
    expect(out).toContain('The Playhouse: 2 seats in 1 row and 1 area (read as pretix)')
  })

  it('exits with 1 if the report has errors, and still writes every seat', () => {
    const source = file('lap.json', pretix(seat(1), seat(2, 25), seat(3, 75)))
    const { code, out } = plan('import', source)
    expect(code).toBe(1)
    expect(out).toMatch(/^error +coincident-seats /m)
    expect(JSON.parse(readFileSync(join(folder, 'lap.plan.json'), 'utf8')).seats.x).toHaveLength(3)
  })

  it('writes no plan without seats, and no name that moves the cursor', () => {
    const empty = { ...pretix(), name: 'Hall\x1b[2J\u202E' }
    const { code, out } = plan('import', file('empty.json', empty))
    expect(code).toBe(1)
    expect(out).toMatch(/^Hall\[2J: 0 seats/)
    expect(out).toMatch(/^warning +row-without-seats +1 row has /m)
    expect(out).toContain('Nothing is written.')
    expect(existsSync(join(folder, 'empty.plan.json'))).toBe(false)
  })

  it.each([
    ['what isn’t JSON', () => ['check', file('broken.json', '{"zones": nothing}')], 'is not JSON'],
    ['half a file', () => ['check', file('half.json', '{"zones": [')], 'ends in the middle'],
    ['a drawing without seats', () => ['check', file('hall.svg', '<svg/>')], 'No shape of the drawing is a seat'],
    ['what is no plan', () => ['check', file('other.json', { type: 'FeatureCollection' })], 'no seat plan'],
    ['a plan with a field missing', () => ['check', file('short.json', { hall: 'x', areas: [], seats: {} })], 'malformed'],
    ['a file that isn’t there', () => ['import', join(folder, 'nowhere.json')], 'can’t be read: there is no such file'],
    ['a folder', () => ['import', folder], 'can’t be read: it is a folder'],
    ['a file far too large', () => ['check', vast()], 'can’t be read: The file has 200 MB; at most 64 are read'],
    ['the file itself as its target', () => ['import', file('own.json', {}), '--out', join(folder, 'own.json')], 'would overwrite'],
    ['a pipe that leads nowhere', () => ['import', '-'], '--out'],
    [
      'a place that can’t be written',
      () => ['import', file('fine.json', pretix(seat(1))), '--out', join(folder, 'no', 'such', 'folder.json')],
      'can’t be written',
    ],
    ['a pitch of no size', () => ['import', file('fine.json', pretix(seat(1))), '--pitch', 'wide'], '--pitch'],
    ['a hall with blanks', () => ['import', file('fine.json', pretix(seat(1))), '--hall', 'Main House'], '--hall'],
    ['an unknown option', () => ['import', 'x.json', '--force'], 'usage'],
    ['no file', () => ['check'], 'usage'],
    ['another verb', () => ['paint', 'x.json'], '“paint” is none of import, check and export'],
  ])('exits with 2 and a sentence for %s', (_, args, words) => {
    const { code, err } = plan(...args())
    expect(code).toBe(2)
    expect(err).toContain(words)
    expect(err).not.toMatch(/^\s+at .*:\d+/m)
  })
})
