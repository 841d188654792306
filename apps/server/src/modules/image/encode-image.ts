import type sharpLibrary from 'sharp'
import type { Sharp } from 'sharp'
import { formatOfImage, mostImageBytes, mostImagePixels, widthsOfImage, widthUpTo } from '@playhouse/domain/image'
import { sizeRefusal } from '@playhouse/domain/image-size'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** One encoding of an image. */
export type EncodedFile = { readonly width: number; readonly format: 'webp' | 'jpg'; readonly bytes: Buffer }
/** An image in all its widths. Width and height are those of the upload, upright, in pixels. */
export type EncodedImage = { readonly width: number; readonly height: number; readonly files: readonly EncodedFile[] }

/** Changes with the encoding: the same upload then has another id. */
export const encodingVersion = 1
/** The width of the JPEG that other programs show with a link. */
const mostSharedWidth = 1200
/** Seconds for one encoding. */
const seconds = 20

type Library = typeof sharpLibrary
let library: Promise<Library> | undefined

/** Loads the library with the first image. It may read three formats: not SVG, PDF or any other that libvips knows. */
const loadLibrary = (): Promise<Library> =>
  (library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
    return sharp
  }))

/**
 * Checks an upload by its content, and encodes it again in all widths, upright, in sRGB and without metadata. `image-refused` for a file that is
 * none of the accepted formats, is too large or too small, or is damaged. Its size in pixels is read before it is decoded.
 */
export async function encodeImage(upload: Uint8Array): Promise<Result<EncodedImage, Problem<'image-refused'>>> {
  const refuse = (reason: Problem<'image-refused'>['params']['reason']) => fail(problem('image-refused', { reason }))
  if (upload.length > mostImageBytes) return refuse('too-large')
  const format = formatOfImage(upload)
  if (!format) return refuse('not-an-image')
  const sharp = await loadLibrary()
  const open = (): Sharp => sharp(upload, { limitInputPixels: mostImagePixels, failOn: 'error', sequentialRead: true }).timeout({ seconds })
  try {
    // The limit of pixels applies when pixels are decoded.
    const meta = await sharp(upload, { limitInputPixels: false }).metadata()
    if (meta.format !== format) return refuse('not-an-image')
    const { width, height } = meta.autoOrient
    const refusal = sizeRefusal(width, height)
    if (refusal) return refuse(refusal)
    const upright = (target: number): Sharp => open().autoOrient().resize({ width: target }).toColourspace('srgb')
    const files: EncodedFile[] = []
    // One after the other: an image of the largest size takes much memory.
    for (const target of widthsOfImage(width))
      files.push({ width: target, format: 'webp', bytes: await upright(target).webp({ quality: 78 }).toBuffer() })
    const shared = widthUpTo(width, mostSharedWidth)
    const jpeg = upright(shared).flatten({ background: '#fff' }).jpeg({ quality: 80 })
    files.push({ width: shared, format: 'jpg', bytes: await jpeg.toBuffer() })
    return ok({ width, height, files })
  } catch {
    return refuse('damaged')
  }
}
