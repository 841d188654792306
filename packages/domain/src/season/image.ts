/** Widths in pixels in which an image is stored, as far as the upload is wide enough. */
const imageWidths = [400, 800, 1200, 1600] as const

/** The largest upload in bytes. */
export const mostImageBytes = 8 * 1024 * 1024
/** The most pixels of an upload: what a small file may expand to. */
export const mostImagePixels = 40_000_000

/** The widths that exist of an image. @param width of the upload in pixels */
export const widthsOfImage = (width: number): number[] => imageWidths.filter((each) => each <= width)

/** The largest width that exists of an image, up to a limit. */
export const widthUpTo = (width: number, limit: number): number => widthsOfImage(width).findLast((each) => each <= limit) ?? imageWidths[0]

/** Where a stored image is served: `webp` for pages, `jpg` for other programs. */
export const imagePath = (id: string, width: number, format: 'webp' | 'jpg' = 'webp'): string => `/images/${id}/${width}.${format}`

/** The `srcset` of an image. */
export const imageSources = ({ id, width }: { readonly id: string; readonly width: number }): string =>
  widthsOfImage(width)
    .map((each) => `${imagePath(id, each)} ${each}w`)
    .join(', ')

/** Why a file is not accepted as an image. */
export const imageRefusals = ['not-an-image', 'too-large', 'too-many-pixels', 'too-small', 'damaged'] as const
export type ImageRefusal = (typeof imageRefusals)[number]

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, nth) => bytes[at + nth] === byte)

/** The format of a file by its first bytes, whatever its name; undefined for anything that is not an accepted image. */
export function formatOfImage(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return undefined
}
