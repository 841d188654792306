/** Reads the codes in the picture of a camera. */
export type CardDetector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
/** The part of the BarcodeDetector of the Shape Detection API that the shop uses. Its types are not in TypeScript's library. */
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): CardDetector
  getSupportedFormats?(): Promise<readonly string[]>
}
/** The policy of a document for features of the browser, in browsers that enforce one. */
type FeaturePolicy = { allowsFeature(feature: string): boolean }

/** The codes that are printed on cards. */
const formats = ['qr_code', 'code_128', 'code_39'] as const

/** Whether this browser has a camera that pages can open. Elsewhere the number is typed. */
export const canScan = (): boolean => navigator.mediaDevices !== undefined

/**
 * Whether this document may open the camera. The server allows it in the headers of one page: a document that was loaded from another
 * address, and shows the page without a request, may not.
 */
export const mayOpenCamera = (): boolean =>
  (document as { readonly featurePolicy?: FeaturePolicy }).featurePolicy?.allowsFeature('camera') ?? true

/**
 * Returns a detector of the codes that are printed on cards: the browser's, or one that reads pictures by itself and is loaded now.
 * @throws TypeError where it cannot be loaded
 */
export async function createDetector(): Promise<CardDetector> {
  const { BarcodeDetector: Native } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  const supported = (await Native?.getSupportedFormats?.()) ?? []
  if (Native && formats.every((format) => supported.includes(format))) return new Native({ formats })
  const { createPictureDetector } = await import('./picture-detector.ts')
  return createPictureDetector()
}
