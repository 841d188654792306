import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { pdfStrings } from '#testing'
import { aTicket, anOrder, shippedBrand } from './order.fixture.ts'
import { ticketsPdf } from './pdf.ts'

const bridge = shippedBrand('bridge')
const two = anOrder([aTicket(12), aTicket(13)])
const print = async (options: Partial<Parameters<typeof ticketsPdf>[0]> = {}) =>
  new Printed(await ticketsPdf({ brand: bridge, locale: 'en', order: two, ...options }))

/** Reads the objects of a PDF without a PDF reader: they are plain text between compressed streams. */
class Printed {
  readonly bytes: Buffer
  readonly text: string
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes)
    this.text = this.bytes.toString('latin1')
  }
  /** The number of matches in the objects. */
  count = (pattern: RegExp): number => [...this.text.matchAll(new RegExp(pattern, 'g'))].length
  /** The decoded strings of a key. */
  strings = (key: string): string[] => pdfStrings(this.bytes, key)
  /** The content stream of each page. */
  drawings = (): string[] =>
    [...this.text.matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)]
      .map((match) =>
        inflateSync(this.bytes.subarray(match.index + match[0].length, match.index + match[0].length + Number(match[1]))).toString(
          'latin1',
        ),
      )
      .filter((stream) => stream.includes('BDC'))
}

describe('ticketsPdf', () => {
  test.each(['ticket-per-page', 'performance-per-page'] as const)(
    'marks every page of a test shop as no real ticket (%s)',
    async (layout) => {
      const brand = { ...bridge, isTestShop: true as const }
      for (const locale of locales) {
        const pdf = await print({ brand, locale, layout })
        const pages = pdf.drawings()
        const warnings = pdf.strings('ActualText').filter((text) => /^(TEST|TÈS|PRUEBA): /.test(text))
        expect(warnings, locale).toHaveLength(pages.length)
        // The stamp is diagonal, all over the page.
        for (const page of pages) expect(page.match(/0\.97029\d* -?0\.2419\d* .* cm\n/g)?.length).toBeGreaterThan(15)
      }
      const real = await print({ layout })
      expect(real.strings('ActualText').join(' ')).not.toContain('TEST')
    },
  )

  test.each(['ticket-per-page', 'performance-per-page'] as const)('names the package of a ticket, in its language (%s)', async (layout) => {
    const packageName = { text: 'The pair', translations: { de: 'Das Paar' } }
    const order = anOrder([{ ...aTicket(12), packageName }, aTicket(13)])
    const texts = async (locale: 'en' | 'de') => (await print({ order, layout, locale })).strings('ActualText').join('\n')
    expect((await texts('en')).match(/Standard, The pair/g)).toHaveLength(1)
    expect(await texts('de')).toContain('Standard, Das Paar')
  })

  test.each(['ticket-per-page', 'performance-per-page'] as const)(
    'states on a ticket what is shown at the door with it (%s)',
    async (layout) => {
      const order = anOrder([
        aTicket(12, { proofAtDoor: { text: 'a student card', translations: { de: 'Studierendenausweis' } } }),
        aTicket(13),
      ])
      const drawn = async (locale: 'en' | 'de') => (await print({ order, layout, locale })).strings('ActualText').join('\n')
      expect((await drawn('en')).match(/Bring to the door: a student card/g)).toHaveLength(1)
      expect(await drawn('de')).toContain('Am Einlass vorzeigen: Studierendenausweis')
    },
  )

  test('is a tagged PDF/UA with its language and title', async () => {
    const pdf = await print()
    expect(pdf.text.startsWith('%PDF-1.7')).toBe(true)
    expect(pdf.text).toMatch(/\/StructTreeRoot \d+ 0 R/)
    expect(pdf.text).toMatch(/\/MarkInfo \d+ 0 R/)
    expect(pdf.text).toContain('/Marked true')
    expect(pdf.text).toContain('/DisplayDocTitle true')
    expect(pdf.text).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(pdf.strings('Lang')).toEqual(['en-GB'])
    expect(pdf.text).toMatch(/<dc:title>.*Your tickets, order BR7K2M9Q.*<\/dc:title>/s)
  })

  test('prints one ticket per page, each a section with a heading and its code as a figure with a text alternative', async () => {
    const pdf = await print()
    expect(pdf.count(/\/Type \/Page\n/)).toBe(2)
    expect([pdf.count(/\/S \/H1\n/), pdf.count(/\/S \/Sect\n/), pdf.count(/\/S \/H2\n/), pdf.count(/\/S \/Figure\n/)]).toEqual([1, 2, 2, 2])
    expect(pdf.strings('Alt')).toEqual(two.tickets.map((ticket) => `QR code for the door, ticket number ${ticket.qr}`))
    const texts = pdf.strings('ActualText')
    for (const fact of [
      'Level: Stalls',
      'Row: F',
      'Seat: 12',
      'Seat: 13',
      'Entrance: Door 2',
      'Price type: Standard',
      'Price: £45.00',
      'Order: BR7K2M9Q',
      'Booked by: Zoë Adeyemi',
    ]) {
      expect(texts).toContain(fact)
    }
  })

  test('marks all content as structure or decoration, and closes every mark', async () => {
    const painting = /^(?:.* )?(?:Tj|TJ|f|f\*|S|s|B|b|Do)$/
    for (const drawing of (await print()).drawings()) {
      let depth = 0
      for (const operation of drawing.split('\n')) {
        if (/ (BDC|BMC)$/.test(operation)) depth += 1
        if (operation === 'EMC') depth -= 1
        if (painting.test(operation)) expect(depth, operation).toBe(1)
      }
      expect(depth).toBe(0)
    }
  })

  test('embeds every font it uses, with the mapping to Unicode', async () => {
    const pdf = await print()
    const fonts = pdf.count(/\/Subtype \/Type0\n/)
    expect(fonts).toBeGreaterThan(2)
    expect(pdf.count(/\/FontFile2 \d+ 0 R/)).toBe(fonts)
    expect(pdf.count(/\/ToUnicode \d+ 0 R/)).toBe(fonts)
    expect(pdf.text).not.toContain('/BaseFont /Helvetica')
    expect(pdf.text).toMatch(/\/BaseFont \/[A-Z]{6}\+Fraunces/)
  })

  test('is the same document each time', async () => {
    expect((await print()).bytes.equals((await print()).bytes)).toBe(true)
  })

  test.each(locales)('is translated into %s', async (locale) => {
    const pdf = await print({ locale })
    expect(pdf.text).not.toContain('ticket:')
    expect(pdf.strings('Lang')[0]!.toLowerCase()).toBe(locale === 'en' ? 'en-gb' : locale)
    for (const text of [...pdf.strings('Alt'), ...pdf.strings('Title'), ...pdf.strings('ActualText')])
      expect(text).not.toMatch(/\{\{|document\.|field\.|qr\./)
  })

  test('marks a title with its own language', async () => {
    const pdf = await print({ locale: 'sv', order: anOrder([aTicket(1, { copyLanguage: 'en-GB' })]) })
    expect(pdf.strings('Lang').toSorted()).toEqual(['en-GB', 'sv'])
  })

  test("uses the brand's texts instead of the shop's", async () => {
    const pdf = await print({ brand: { ...bridge, words: { en: { 'ticket:field.area': 'Tier' } } } })
    expect(pdf.strings('ActualText')).toContain('Tier: Stalls')
  })

  test.each([
    ['brooklyn', 'Archivo', '0 0 612 792'],
    ['kingston', 'Bricolage', '0 0 595.28 841.89'],
  ])("prints the brand %s in its own typeface %s, on its country's sheets", async (name, typeface, sheet) => {
    const pdf = await print({ brand: shippedBrand(name) })
    expect(pdf.text).toMatch(new RegExp(String.raw`/BaseFont /[A-Z]{6}\+${typeface}`))
    expect(pdf.text).toContain(`/MediaBox [${sheet}]`)
  })

  test('prints a brand whose typeface has no static file in the fallback font', async () => {
    const unknown = { ...bridge.fonts.display, package: 'a-font-of-nobody' }
    expect((await print({ brand: { ...bridge, fonts: { display: unknown, body: unknown } } })).text).not.toContain('Fraunces')
  })

  test('prints one performance per page, and continues on the next page when it is full', async () => {
    const matinee = Array.from({ length: 9 }, (_, seat) => aTicket(seat + 1))
    const evening = [aTicket(40, { instance: 'evening', startsAt: '2026-06-30T18:30:00Z' })]
    const pdf = await print({ order: anOrder([...matinee, ...evening]), layout: 'performance-per-page' })
    expect(pdf.count(/\/Type \/Page\n/)).toBe(3)
    expect(pdf.count(/\/S \/Figure\n/)).toBe(10)
    expect(pdf.strings('Alt')[0]).toContain(evening[0]!.qr)
  })

  test('omits row and seat for standing places', async () => {
    const actualTexts = (await print({ order: anOrder([aTicket(1, { area: 'Yard', row: '', number: '' })]) })).strings('ActualText')
    expect(actualTexts).toContain('Level: Yard')
    expect(actualTexts.filter((fact) => /^(Row|Seat):/.test(fact))).toEqual([])
  })

  test('writes names in any alphabet without a missing glyph, on one page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        async (name, title) => {
          const pdf = await print({
            order: anOrder([aTicket(1, { title: title || 'Untitled', area: name, hallName: name })], { customerName: name, address: name }),
          })
          expect(pdf.count(/\/Type \/Page\n/)).toBe(1)
          // Glyph 0 is "missing" in every font; glyphs are written as four hexadecimal digits.
          const glyphs = pdf
            .drawings()
            .flatMap((drawing) => [...drawing.matchAll(/<([0-9a-f]+)>/g)].flatMap((match) => match[1]!.match(/.{4}/g)!))
          expect(glyphs).not.toContain('0000')
        },
      ),
      { numRuns: 15 },
    )
  })

  test('rejects an order without tickets', async () => {
    await expect(print({ order: anOrder([]) })).rejects.toThrow(RangeError)
  })
})

describe('typed text', () => {
  test.each([
    ') Tj /JS (app.alert(1)) (',
    '<</S /JavaScript /JS (app.alert(1))>>',
    '/OpenAction << /S /URI /URI (https://evil.example) >>',
    '<script>alert(1)</script>',
    'endstream endobj 9 0 obj <</Type/Action/S/Launch>>',
    '\\) \\\\( \u0000\u0007',
    '</dc:title><pdf:Producer>',
  ])('prints %j as text that a PDF reader does not execute', async (typed) => {
    const place = { title: typed, area: typed, row: typed, number: typed, entrance: typed, hallName: typed, priceTypeName: typed }
    for (const layout of ['ticket-per-page', 'performance-per-page'] as const) {
      const pdf = await print({ order: anOrder([aTicket(1, place)], { customerName: typed, address: typed }), layout })
      expect(pdf.count(/\/Type \/Page\n/)).toBe(1)
      // Typed text is inside strings: outside of them there is no action.
      const operators = pdf.text.replaceAll(/\((?:\\.|[^\\()])*\)/gs, '()').replaceAll(/stream\n.*?endstream/gs, '')
      expect(operators).not.toMatch(/\/(JS|JavaScript|OpenAction|Launch|URI|AA|SubmitForm|EmbeddedFile)\b/)
      expect(pdf.drawings()).toHaveLength(1)
    }
  })
})
