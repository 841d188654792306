import type { Plugin } from 'vite'

/**
 * Parts of React Router that the shop never uses, each with what takes its place: prefetching of framework mode, which needs the
 * router's own server, and instrumentation.
 */
const replacements = [
  {
    file: /[/\\]ssr[/\\]components\.js$/,
    importer: /[/\\]lib[/\\](dom[/\\]lib|components)\.js$/,
    code: `import { createContext, useRef } from 'react'
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, useRef(null), {}]
export const mergeRefs = (...refs) => (value) => {
  for (const ref of refs) {
    if (typeof ref === 'function') ref(value)
    else if (ref) ref.current = value
  }
}`,
  },
  {
    file: /[/\\]instrumentation\.js$/,
    importer: /[/\\]router[/\\]router\.js$/,
    code: `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router`,
  },
] as const

const inLibrary = /[/\\]react-router[/\\]dist[/\\]/
const prefix = '\0lean-router-'

/**
 * Leaves unused parts of React Router out of the browser's build (5 kB gzip). A replacement that no longer matches the library, or that lacks an
 * export, fails the build: a new version needs a new look at this file.
 */
export const leanRouter = (): Plugin => {
  const usedReplacements = new Set<number>()
  return {
    name: 'playhouse:lean-router',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId(id, importer = '') {
      const index = inLibrary.test(importer)
        ? replacements.findIndex((replacement) => replacement.file.test(id) && replacement.importer.test(importer))
        : -1
      if (index < 0) return undefined
      usedReplacements.add(index)
      return `${prefix}${index}`
    },
    load(id) {
      return id.startsWith(prefix) ? { code: replacements[Number(id.slice(prefix.length))]!.code, moduleSideEffects: false } : undefined
    },
    buildEnd(error) {
      if (!error && usedReplacements.size < replacements.length) this.error('React Router has changed: check lean-router-build.ts')
    },
  }
}
