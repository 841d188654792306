import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** A file in a ZIP file; `path` with the folders that it is in. */
export type ArchivedFile = { readonly path: string; readonly bytes: Uint8Array }

/** The largest content of a ZIP file, in bytes. */
export const mostContentBytes = 200_000_000

/** Whether a file is a ZIP file of others, and no workbook, which is one too. @throws Error for a malformed one */
export function isArchive(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  let isWorkbook = false
  unzipSync(bytes, {
    filter: ({ name }) => {
      isWorkbook ||= name === '[Content_Types].xml'
      return false
    },
  })
  return !isWorkbook
}

/**
 * The files of a ZIP file by their paths, in alphabetical order. No file unpacks to more than its directory has for it.
 * @param isRead whether a file is unpacked, by its path
 * @throws Error for a malformed one
 */
export function unpack(bytes: Uint8Array, isRead: (path: string) => boolean): Result<ArchivedFile[], 'too-large'> {
  let size = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isRead(name)) return false
      size += originalSize
      return size <= mostContentBytes
    },
  })
  if (size > mostContentBytes) return fail('too-large')
  const paths = Object.keys(files).toSorted()
  return ok(paths.map((path) => ({ path, bytes: files[path]! })))
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
