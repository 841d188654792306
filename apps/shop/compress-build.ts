import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const toBrotli = promisify(brotliCompress)
/** Bytes below which the server does not compress a file. */
const smallestFile = 1024

/**
 * Writes a compressed copy, `.br`, beside each script and style. The server would compress it for each request, at a quality that is
 * fast enough for that: an eighth more bytes.
 */
export const compressedFiles = (): Plugin => ({
  name: 'playhouse:compressed-files',
  apply: 'build',
  writeBundle: {
    order: 'post',
    async handler({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(dir!, name))
          if (content.length < smallestFile) return
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
          await writeFile(join(dir!, `${name}.br`), await toBrotli(content, { params }))
        }),
      )
    },
  },
})
