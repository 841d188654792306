import { writePlanBytes } from '@playhouse/domain/plan'
import { exportPretix, draftOf } from '@playhouse/domain/plan/import'
import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { readPlanFile } from './read-plan-file.ts'

const house = hall('bridge-thrust')
const seats = house.rows.reduce((sum, row) => sum + row.seats, 0)
const fileOf = (content: BlobPart, name = 'hall.json'): File => new File([content], name)

describe('a plan file', () => {
  test.each([
    ['our JSON', JSON.stringify(house)],
    ['our JSON with a byte order mark', `\uFEFF${JSON.stringify(house)}`],
    ['our packed bytes', writePlanBytes(house)],
    ['pretix', JSON.stringify(exportPretix(draftOf(readPlan(house))))],
  ])('opens from %s with every seat', async (_, content) => {
    const result = await readPlanFile(fileOf(content))
    expect(result).toMatchObject({ file: 'hall.json', hall: { report: { seats } } })
    if ('hall' in result) expect(readPlan(result.hall.data).seatCount).toBe(seats)
  })

  test.each([
    ['nothing', '', 'empty-file'],
    ['half a file', JSON.stringify(house).slice(0, 4000), 'cut-off'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'foreign-file'],
    ['cut bytes', writePlanBytes(house).slice(0, 900), 'malformed-plan'],
    ['bytes with a bit turned', writePlanBytes(house).map((byte, at) => (at === 500 ? byte ^ 1 : byte)), 'malformed-plan'],
    ['something else', '{"menu":["soup"]}', 'unknown-format'],
    ['a plan whose columns disagree', JSON.stringify({ ...house, rows: house.rows.slice(1) }), 'malformed-plan'],
    [
      'a hall without seats',
      JSON.stringify({ name: 'Empty', categories: [], zones: [{ name: 'Z', rows: [{ row_number: 'A', seats: [] }] }] }),
      'empty-plan',
    ],
  ])('that is %s is refused with a reason', async (_, content, code) => {
    expect(await readPlanFile(fileOf(content))).toMatchObject({ finding: { severity: 'error', code } })
  })

  test('that is far too large isn’t even read', async () => {
    const file = fileOf('{}')
    Object.defineProperty(file, 'size', { value: 2 ** 30 })
    expect(await readPlanFile(file)).toMatchObject({ finding: { code: 'too-large', params: { megabytes: 1024 } } })
  })
})
