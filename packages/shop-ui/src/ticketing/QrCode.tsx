import styles from './QrCode.module.css'

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const quietModules = 4

export type QrCodeProps = {
  /** Row by row, `1` for dark. */
  readonly modules: { readonly size: number; readonly bits: string }
  /** Accessible name. */
  readonly label: string
}

/** A QR code as one SVG path; always dark on white, or no scanner reads it. */
export function QrCode({ modules: { size, bits }, label }: QrCodeProps) {
  const edge = size + 2 * quietModules
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${edge} ${edge}`} shapeRendering="crispEdges" className={styles.code}>
      <rect width={edge} height={edge} className={styles.light} />
      <path d={darkPath(size, bits)} className={styles.dark} />
    </svg>
  )
}

/** One rectangle for each run of dark modules. */
function darkPath(size: number, bits: string): string {
  const runs: string[] = []
  for (let row = 0; row < size; row++) {
    for (const run of bits.slice(row * size, (row + 1) * size).matchAll(/1+/g))
      runs.push(`M${run.index + quietModules} ${row + quietModules}h${run[0].length}v1h-${run[0].length}z`)
  }
  return runs.join('')
}
