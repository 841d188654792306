import { expect, it } from 'vitest'
import { formatOfImage, imageSources, widthsOfImage, widthUpTo } from './image.ts'
import { leastImageSize, sizeRefusal } from './image-size.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it('tells the format of a file by its content', () => {
  expect(formatOfImage(bytes('\u0089PNG\r\n\u001a\n…'))).toBe('png')
  expect(formatOfImage(bytes('\u00ff\u00d8\u00ff\u00e0'))).toBe('jpeg')
  expect(formatOfImage(bytes('RIFF1234WEBPVP8 '))).toBe('webp')
})

it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<?xml version="1.0"?>', '<script>', 'GIF89a', '%PDF-1.7', 'RIFF1234WAVE', ''])(
  'accepts no other file: %s',
  (text) => expect(formatOfImage(bytes(text))).toBeUndefined(),
)

it('offers the widths that exist', () => {
  expect(imageSources({ id: 'a1', width: 1000 })).toBe('/images/a1/400.webp 400w, /images/a1/800.webp 800w')
  expect(widthUpTo(1300, 1200)).toBe(1200)
  expect(widthUpTo(500, 1200)).toBe(400)
})

it('limits the size in pixels', () => {
  expect(sizeRefusal(20_000, 20_000)).toBe('too-many-pixels')
  expect(sizeRefusal(300, 300)).toBe('too-small')
  expect(sizeRefusal(400, 199)).toBe('too-small')
  expect(sizeRefusal(leastImageSize.width, leastImageSize.height)).toBeUndefined()
  expect(widthsOfImage(leastImageSize.width)).toEqual([leastImageSize.width])
  expect(sizeRefusal(1200, 800)).toBeUndefined()
})
