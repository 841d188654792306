import type { Box, Element, Paper } from './paper.ts'
import { qrModules } from './qr.ts'

/** White modules that a scanner needs around the symbol (ISO/IEC 18004). */
const quietZone = 4

/** Draws a ticket's QR code as vectors, quiet zone included: black on white, whatever the brand's colours. */
export function drawQr(paper: Paper, code: string, alt: string, box: Box, parent: Element): void {
  const { size, bits } = qrModules(code)
  const module = box.width / (size + 2 * quietZone)
  paper.show(
    alt,
    box,
    (pdf) => {
      pdf.rect(box.x, box.y, box.width, box.width).fill('#ffffff')
      // One path for all modules, so that adjacent ones have no hairlines between them.
      for (let row = 0; row < size; row++) {
        for (const { index, 0: dark } of bits.slice(row * size, (row + 1) * size).matchAll(/1+/g)) {
          pdf.rect(box.x + (quietZone + index) * module, box.y + (quietZone + row) * module, dark.length * module, module)
        }
      }
      pdf.fill('#000000')
    },
    parent,
  )
}

/** Formats a ticket's number in groups of four: `9912 3456 7890 1234 5678`. */
export const spacedCode = (code: string): string => code.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
