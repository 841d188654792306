import { create } from 'qrcode'
import { expect, it } from 'vitest'
import { type Picture, readCode } from './picture-detector.ts'

const card = 'RIVER2345PLAYS67'

/** Draws dark shapes on a card that fills a part of a picture, which is grey as a table in the light of a room. */
function draw(width: number, height: number, isDark: (x: number, y: number) => boolean): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isCard = x > 40 && x < width - 40 && y > 40 && y < height - 40
      // Light falls from one side, and every camera adds noise.
      const light = 0.7 + (0.3 * x) / width
      const noise = ((x * 7 + y * 13) % 11) - 5
      data.set([0, 0, 0].fill((isDark(x, y) ? 40 : isCard ? 225 : 120) * light + noise), (y * width + x) * 4)
      data[(y * width + x) * 4 + 3] = 255
    }
  return { data, width, height }
}

/** A QR code at an angle, in the middle of a picture of 640 × 480 pixels. */
function drawQr(text: string, degrees: number): Picture {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const [size, width, height] = [264, 640, 480]
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return draw(width, height, (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const [column, row] = [dx * cos + dy * sin, dy * cos - dx * sin].map((each) => Math.floor((each / size + 0.5) * modules.size))
    const isInside = [column!, row!].every((each) => each >= 0 && each < modules.size)
    return isInside && modules.get(row!, column!) === 1
  })
}

/** Bars of these widths in turn, dark first, of at least three pixels. */
function drawBars(widths: readonly number[]): Picture {
  const modules = widths.reduce((sum, each) => sum + each, 0)
  const edges: number[] = []
  let edge = 0
  for (const each of widths) edges.push((edge += each))
  return draw(modules * 3 + 200, 300, (x, y) => {
    const module = (x - 100) / 3
    if (module < 0 || module >= modules || y < 100 || y > 200) return false
    return edges.findIndex((end) => module < end) % 2 === 0
  })
}

/** Widths of Code 128, by the value of the symbol: those of the card's number, start B, and stop. */
const code128: Readonly<Record<number, string>> = {
  ...{ 16: '123122', 18: '223211', 19: '221132', 20: '221231', 21: '213212', 22: '223112', 23: '312131', 33: '111323', 37: '132113' },
  ...{ 41: '231311', 44: '132131', 48: '313121', 50: '231131', 51: '213113', 54: '311123', 57: '312113' },
  58: '312311',
  ...{ 104: '211214', 106: '2331112' },
}
/** Wide (1) and narrow (0) elements of Code 39. */
const code39: Readonly<Record<string, string>> = {
  ...{ '*': '010010100', '2': '001100001', '3': '101100000', '4': '000110001', '5': '100110000', '6': '001110000', '7': '000100101' },
  A: '100001001',
}

it.each([0, 30, 180])('reads a QR code that is turned by %i degrees', (degrees) => {
  const address = `https://theatre.example/subscription-card#${card}`
  expect(readCode(drawQr(address, degrees))).toBe(address)
})

it('reads a Code 128', () => {
  const symbols = [...card].map((character) => character.codePointAt(0)! - 32)
  const check = symbols.reduce((sum, value, place) => sum + value * (place + 1), 104) % 103
  const values = [104, ...symbols, check, 106]
  expect(values.filter((value) => !code128[value])).toEqual([])
  expect(readCode(drawBars(values.flatMap((value) => [...code128[value]!].map(Number))))).toBe(card)
})

it('reads a Code 39', () => {
  const text = '2345A67'
  const widths = [...`*${text}*`].flatMap((character) => [...code39[character]!].map((wide) => (wide === '1' ? 3 : 1)).concat(1))
  expect(readCode(drawBars(widths.slice(0, -1)))).toBe(text)
})

it('finds no code in a picture without one, and in one whose code is damaged', () => {
  expect(readCode(draw(640, 480, (x) => x % 50 < 20))).toBeUndefined()
  const { data, ...size } = drawQr(card, 0)
  expect(
    readCode({ data: data.map((value, at) => (at % (640 * 4) > 1_200 && at % (640 * 4) < 1_500 ? 255 : value)), ...size }),
  ).toBeUndefined()
})
