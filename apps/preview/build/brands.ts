import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type Brand, parseBrand } from '@playhouse/domain/brand'

const shelf = fileURLToPath(new URL('../../../brands', import.meta.url))
const door = 'virtual:brands'

/**
 * The brands, the font files that they use at the shop's address `fonts/…`, and the theatres' photographs of views:
 * `brand/photo/…`.
 */
export function brandFiles(): Plugin {
  const brands = readBrands()
  const files = new Map([...brands.flatMap(fontFilesOf), ...photoFiles()])
  return {
    name: 'playhouse:brands',
    resolveId: (id) => (id === door ? `\0${door}` : undefined),
    load: (id) => (id === `\0${door}` ? `export const brands = ${JSON.stringify(brands)}` : undefined),
    generateBundle() {
      for (const [fileName, path] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').slice(1))
        if (!path) return next()
        response.setHeader('content-type', path.endsWith('.svg') ? 'image/svg+xml' : 'font/woff2')
        response.end(readFileSync(path))
      })
    },
  }
}

/** @throws if a brand.json is invalid, so that the build fails instead of the page */
function readBrands(): Brand[] {
  return readdirSync(shelf, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => parseBrand(readFileSync(join(shelf, name, 'brand.json'), 'utf8'), name))
    .sort((a, b) => a.name.localeCompare(b.name))
}

const photoFiles = (): [string, string][] =>
  globSync('*/photo/*', { cwd: shelf }).map((path) => [`brand/photo/${basename(path)}`, join(shelf, path)])

function fontFilesOf({ fonts }: Brand): [string, string][] {
  return [fonts.display, fonts.body].flatMap(({ package: name }) => {
    const home = findFont(name)
    return ['latin', 'latin-ext'].map((subset): [string, string] => {
      const file = `${name}-${subset}-wght-normal.woff2`
      return [`fonts/${name}/${file}`, join(home, 'files', file)]
    })
  })
}

/** @throws Error for a face whose package is not installed */
function findFont(name: string): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/package.json`)))
  } catch (error) {
    throw new Error(`A brand is set in ${name}, but apps/preview has no package @fontsource-variable/${name}.`, { cause: error })
  }
}
