/**
 * Draws lots: the position of each queue number, 0 up to `count`, all orders equally likely. The same key gives the same
 * order, so every process computes it independently, and the public can verify it once the key is published. The key is
 * created after the last number of the draw was issued: the result cannot be known or influenced before.
 * @param key 32 hexadecimal digits
 * @throws RangeError for another key
 */
export function drawLots(key: string, count: number): Uint32Array {
  const drawBelow = createDraw(key)
  const places = new Uint32Array(count)
  // Fisher and Yates, from the inside out.
  for (let number = 0; number < count; number++) {
    const other = drawBelow(number + 1)
    places[number] = places[other]!
    places[other] = number
  }
  return places
}

const range32 = 2 ** 32

/** Numbers below a bound, evenly: what would favour the small ones is drawn again. The generator is sfc32. */
function createDraw(key: string): (bound: number) => number {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new RangeError('a draw needs a key of 32 hexadecimal digits')
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => Number.parseInt(key.slice(at, at + 8), 16) | 0) as [number, number, number, number]
  const draw = (): number => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  // Until every bit of the key has touched every other.
  for (let round = 0; round < 24; round++) draw()
  return (bound) => {
    const fair = range32 - (range32 % bound)
    for (;;) {
      const position = draw()
      if (position < fair) return position % bound
    }
  }
}
