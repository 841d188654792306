import { type ImageRefusal, mostImagePixels } from './image.ts'

/** The smallest upload in pixels: as wide as the smallest stored image. */
export const leastImageSize = { width: 400, height: 200 } as const

/** Why an image of this size in pixels is not accepted; undefined where it is. */
export function sizeRefusal(width: number, height: number): ImageRefusal | undefined {
  if (width * height > mostImagePixels) return 'too-many-pixels'
  return width < leastImageSize.width || height < leastImageSize.height ? 'too-small' : undefined
}
