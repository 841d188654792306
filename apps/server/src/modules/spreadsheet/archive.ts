import { unzipSync, type UnzipFileInfo, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { mostSpreadsheetBytes } from '@playhouse/domain/spreadsheet-refusal'

/** A file in a ZIP file; `path` with the folders that it is in. */
export type ArchivedFile = { readonly path: string; readonly bytes: Uint8Array }

/** The largest content of a ZIP file of others, in bytes, and the most files that are read from it. */
const [mostArchivedBytes, mostFiles] = [50_000_000, 5_000]

/** Whether a file is a ZIP file, by its first bytes: those of an entry, or of the end of an empty one. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))

/** Entries that only documents of OpenOffice and of Apple Numbers have. */
const ofOtherDocuments = /^(?:mimetype$|Index\/.*\.iwa$)/

/** Whether a file is a ZIP file of others, and no workbook, which is one too. @throws Error for a malformed one, and for another document */
export function isArchive(bytes: Uint8Array): boolean {
  if (!isZip(bytes)) return false
  let isWorkbook = false
  unzipSync(bytes, {
    filter: ({ name }) => {
      if (ofOtherDocuments.test(name)) throw new SyntaxError('a document of another program')
      isWorkbook ||= name === '[Content_Types].xml'
      return false
    },
  })
  return !isWorkbook
}

/**
 * The files of a ZIP file by their paths, in alphabetical order. A file unpacks to the size in the directory at most, and the sum of these
 * sizes is limited before anything is unpacked.
 * @param isRead whether a file is unpacked, by its path
 * @throws Error for a malformed one
 */
export function unpack(bytes: Uint8Array, isRead: (path: string) => boolean): Result<ArchivedFile[], 'too-large'> {
  const wanted: UnzipFileInfo[] = []
  unzipSync(bytes, {
    filter: (file) => {
      if (isRead(file.name)) wanted.push(file)
      return false
    },
  })
  // A file that is not compressed is copied in its compressed size, whatever its other one is.
  const sizes = wanted.map(({ size, originalSize }) => Math.max(size, originalSize))
  const sum = sizes.reduce((total, size) => total + size, 0)
  if (wanted.length > mostFiles || sum > mostArchivedBytes || sizes.some((size) => size > mostSpreadsheetBytes)) return fail('too-large')
  const files = unzipSync(bytes, { filter: ({ name }) => isRead(name) })
  const paths = Object.keys(files).toSorted()
  return ok(paths.map((path) => ({ path: unicodeOf(path), bytes: files[path]! })))
}

/** A path whose bytes are UTF-8 without the mark of it, as macOS writes them. The letters of composed characters are joined. */
function unicodeOf(path: string): string {
  const bytes = Uint8Array.from(path, (letter) => letter.charCodeAt(0))
  try {
    const isLatin = [...path].every((letter) => letter.charCodeAt(0) < 256)
    return (isLatin ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : path).normalize('NFC')
  } catch {
    return path.normalize('NFC')
  }
}

/** Formats that are compressed already. */
const compressed = /\.(?:webp|jpe?g|png)$/

/** A ZIP file of files, which are read one after the other. */
export async function pack(files: AsyncIterable<ArchivedFile>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { path, bytes } of files) {
    const file = compressed.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path)
    zip.add(file)
    file.push(bytes, true)
  }
  zip.end()
  return Buffer.concat(chunks)
}
