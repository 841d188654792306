import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer.js'
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader.js'
import Code39Reader from '@zxing/library/esm/core/oned/Code39Reader.js'
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader.js'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js'
import type { CardDetector } from './card-detector.ts'

// Single modules of the library: all of it is four times as large, and most is for other codes. It needs no WebAssembly, which the content
// security policy forbids.

/** Pixels of the longer side of the picture in which codes are looked for: enough for the bars of a card that fills half of it. */
const longestSide = 1_000

/** Pixels as `ImageData` has them: four bytes each, opaque. */
export type Picture = Pick<ImageData, 'data' | 'width' | 'height'>

/** A detector for browsers without one. @throws TypeError where the browser has no canvas */
export function createPictureDetector(): CardDetector {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new TypeError('this browser has no canvas')
  return {
    detect: async (video) => {
      const { videoWidth, videoHeight } = video
      const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight))
      const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
      // The first frame has not arrived.
      if (!(width > 0 && height > 0)) return []
      Object.assign(canvas, { width, height })
      context.drawImage(video, 0, 0, width, height)
      const text = readCode(context.getImageData(0, 0, width, height))
      return text === undefined ? [] : [{ rawValue: text }]
    },
  }
}

/** Returns the text of a code in a picture: QR Code, Code 128 or Code 39; undefined where none is readable. Bars may lean only a little. */
export function readCode(picture: Picture): string | undefined {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(luminanceOf(picture), picture.width, picture.height)))
  for (const reader of [new QRCodeReader(), new Code128Reader(), new Code39Reader()])
    try {
      return reader.decode(bitmap).getText()
    } catch {
      // The library throws where a picture has no code of this kind.
    }
  return undefined
}

/** The luminance of each pixel by Rec. 601, 0 to 255. */
function luminanceOf({ data, width, height }: Picture): Uint8ClampedArray {
  const luminance = new Uint8ClampedArray(width * height)
  for (let pixel = 0; pixel < luminance.length; pixel++) {
    const at = pixel * 4
    luminance[pixel] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
  }
  return luminance
}
