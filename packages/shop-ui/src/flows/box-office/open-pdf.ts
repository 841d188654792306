/** Milliseconds until a new tab has certainly loaded its document. */
const loadMs = 60_000

/** Opens a PDF in a new tab, where the browser prints it. */
export function openPdf(bytes: Uint8Array): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }))
  link.target = '_blank'
  link.rel = 'noreferrer'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), loadMs)
}
