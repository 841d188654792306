/** The part of the BarcodeDetector of the Shape Detection API that the shop uses. Its types are not in TypeScript's library. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector

const detectorClass = (): DetectorClass | undefined => (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser can read a code with its camera. Elsewhere the number is typed. */
export const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined

/** A detector of the codes that are printed on cards. @throws TypeError where the browser has none */
export function createDetector(): Detector {
  const Class = detectorClass()
  if (!Class) throw new TypeError('this browser has no BarcodeDetector')
  return new Class({ formats: ['qr_code', 'code_128', 'code_39'] })
}
