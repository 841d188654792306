import { expect, it } from 'vitest'
import { describeFinding } from '../report/sentence.ts'
import { importPlanBytes } from './import-bytes.ts'

const text = (letters: string): Uint8Array => new TextEncoder().encode(letters)
const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
function refusalOf(file: Uint8Array): string {
  const result = importPlanBytes(file)
  return result.ok ? 'a plan' : describeFinding(result.error)
}

it.each<[string, Uint8Array, string]>([
  ['PNG', bytes('89504e470d0a1a0a0000000d49484452'), 'The file is a picture,'],
  ['JPEG', bytes('ffd8ffe000104a4649460001'), 'The file is a picture,'],
  ['PDF', text('%PDF-1.7\n%âãÏÓ\n'), 'The file is a PDF,'],
  ['ZIP', bytes('504b0304140000000800'), 'The file is an archive,'],
  ['gzip', bytes('1f8b0800000000000003'), 'The file is an archive,'],
  ['XLSX', text('PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml'), 'The file is an office document,'],
  ['XLS', bytes('d0cf11e0a1b11ae1'), 'The file is an office document,'],
  [
    'an empty SVG',
    text('<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'No shape of the drawing is a seat.',
  ],
  ['half an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/>'), 'The drawing is malformed: '],
  ['HTML', text('<!DOCTYPE html><html><svg></svg></html>'), 'The file is a web page,'],
  ['XML', text('<seats><seat x="1"/></seats>'), 'The file is XML,'],
  ['DWG', text('AC1032\0\0\0'), 'The file is a technical drawing,'],
  ['DXF', text('  0\r\nSECTION\r\n  2\r\nHEADER\r\n'), 'The file is a technical drawing,'],
  ['CSV', text('section,row,seat\nStalls,A,1\n'), 'The file is a table,'],
  ['CSV in German', text('"Bereich";"Reihe";"Platz"\r\n"Parkett";"A";1\r\n'), 'The file is a table,'],
  ['TSV', text('section\trow\nStalls\tA\n'), 'The file is a table,'],
  ['our packed bytes, cut', bytes('91504c4e01000000'), 'The plan is malformed: these bytes are no seat plan'],
  ['a program', bytes('7f454c4602010100000000000000000003003e0001000000'), 'The file is no text at all,'],
  ['noise', bytes('b80c1e0517f6d3a90211e81f9c04a5'), 'The file is no text at all,'],
  [
    'a chart of another tool',
    text('{"name":"Hall","subChart":{"rows":[]},"venueType":"ROWS"}'),
    'This is no seat plan of a kind known here: it is a chart',
  ],
  ['GeoJSON', text('{"type":"FeatureCollection","features":[]}'), 'This is no seat plan of a kind known here: it is a map in GeoJSON.'],
  ['a plan with a slip', text('{"zones": [}'), 'The file is not JSON:'],
])('%s is called what it is', (_, file, sentence) => {
  const refusal = refusalOf(file)
  expect(refusal.slice(0, sentence.length)).toBe(sentence)
  expect(refusal).not.toMatch(/\p{Cc}/u)
  expect(refusal.length).toBeLessThan(260)
})

it('keeps the accents of names in every text encoding', () => {
  const plan = JSON.stringify({ name: 'Théâtre', zones: [{ rows: [{ seats: [{ position: { x: 1, y: 1 } }] }] }] })
  const codes = [...plan].map((letter) => letter.charCodeAt(0))
  const utf16 = codes.flatMap((code) => [code & 255, code >> 8])
  const swapped = codes.flatMap((code) => [code >> 8, code & 255])
  for (const file of [text(plan), text(`\uFEFF${plan}`), codes, utf16, swapped, [0xff, 0xfe, ...utf16], [0xfe, 0xff, ...swapped]]) {
    const result = importPlanBytes(Uint8Array.from(file))
    expect(result).toMatchObject({ ok: true, value: { draft: { name: 'Théâtre' } } })
  }
})
