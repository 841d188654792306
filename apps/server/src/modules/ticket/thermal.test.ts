import { describe, expect, test } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { aTicket, anOrder, shippedBrand } from './order.fixture.ts'
import { thermalTicketsPdf } from './thermal.ts'

const bridge = shippedBrand('bridge')
const text = async (options: Partial<Parameters<typeof thermalTicketsPdf>[0]> = {}): Promise<string> => {
  const print = {
    brand: bridge,
    locale: 'en',
    order: anOrder([aTicket(12), aTicket(13)]),
    ticketPaper: { width: 140, height: 51 },
  } as const
  return Buffer.from(await thermalTicketsPdf({ ...print, ...options })).toString('latin1')
}

describe('thermalTicketsPdf', () => {
  test('puts each ticket on one page of the printer’s paper, in millimetres', async () => {
    const boxes = [...(await text()).matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    expect(boxes).toHaveLength(2)
    for (const [, width, height] of boxes) {
      expect((Number(width) / 72) * 25.4).toBeCloseTo(140, 1)
      expect((Number(height) / 72) * 25.4).toBeCloseTo(51, 1)
    }
  })

  test('is tagged, and is the same whenever it is printed', async () => {
    const first = await text()
    expect(first).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(await text()).toBe(first)
  })

  test.each(locales)('prints the longest names on the smallest paper in %s', async (locale) => {
    const long = {
      title: 'The Life and Death of King Richard the Second, in Repertory '.repeat(3),
      area: 'Gallery Left Slip',
      entrance: 'Entrance Potters Fields',
      proofAtDoor: { text: 'A card of a school, a college or a university, with a picture. '.repeat(2) },
    }
    const order = anOrder([aTicket(12, long)], { customerName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3) })
    for (const ticketPaper of [
      { width: 80, height: 50 },
      { width: 204, height: 82 },
    ])
      expect((await text({ locale, order, ticketPaper })).match(/\/MediaBox/g)).toHaveLength(1)
  })

  test('refuses an order without tickets', async () => {
    await expect(text({ order: anOrder([]) })).rejects.toThrow(RangeError)
  })
})
