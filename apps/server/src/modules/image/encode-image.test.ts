import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodeImage } from './encode-image.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } })
const reasonOf = async (upload: Uint8Array) => {
  const encoded = await encodeImage(upload)
  return encoded.ok ? undefined : encoded.error.params.reason
}

it.each(['jpeg', 'png', 'webp'] as const)('encodes a %s in the widths that it has, without its metadata', async (format) => {
  const upload = await picture(1000, 700)
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toFormat(format)
    .toBuffer()
  const encoded = await encodeImage(upload)
  if (!encoded.ok) throw new Error(encoded.error.params.reason)
  expect(encoded.value).toMatchObject({ width: 1000, height: 700 })
  expect(encoded.value.files.map((file) => `${file.width}.${file.format}`)).toEqual(['400.webp', '800.webp', '800.jpg'])
  for (const { bytes, width } of encoded.value.files) {
    const meta = await sharp(bytes).metadata()
    expect(meta.width).toBe(width)
    expect([meta.exif, meta.icc, meta.xmp]).toEqual([undefined, undefined, undefined])
  }
})

it('turns a photograph upright', async () => {
  const upload = await picture(1000, 500).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const encoded = await encodeImage(upload)
  expect(encoded).toMatchObject({ ok: true, value: { width: 500, height: 1000 } })
})

it('refuses a file that is no image, whatever it is called', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>')
  expect(await reasonOf(svg)).toBe('not-an-image')
  expect(await reasonOf(Buffer.from('#!/bin/sh\nexit 1\n'))).toBe('not-an-image')
  expect(await reasonOf(await picture(500, 500).gif().toBuffer())).toBe('not-an-image')
  // An SVG with the first bytes of a PNG.
  expect(await reasonOf(Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), svg]))).toBe('damaged')
})

it('refuses an image that is too small, has too many pixels, is too large, or is cut off', async () => {
  expect(await reasonOf(await picture(300, 300).png().toBuffer())).toBe('too-small')
  // A few kilobytes that would expand to 250 megabytes: read from its header, never decoded.
  const bomb = await picture(400, 400).png().toBuffer()
  bomb.writeUInt32BE(12_000, 16)
  bomb.writeUInt32BE(7_000, 20)
  expect(['too-many-pixels', 'damaged']).toContain(await reasonOf(bomb))
  expect(await reasonOf(Buffer.concat([bomb, Buffer.alloc(9 * 1024 * 1024)]))).toBe('too-large')
  const noise = sharp({
    create: { width: 800, height: 600, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
  const whole = await noise.jpeg().toBuffer()
  expect(await reasonOf(whole.subarray(0, whole.length / 2))).toBe('damaged')
})
