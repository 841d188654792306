import type { Plugin } from 'vite'

/** The package a module comes from; undefined for the house's own. pnpm keeps packages within packages. */
const packageOf = (module: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1]

/**
 * Writes down whose code each file of the build is made of, beside the house's own: `.vite/packages.json`. A journey compares
 * what runs on the pages of the checkout with the list it keeps.
 */
export const inventory = (): Plugin => ({
  name: 'playhouse:inventory',
  apply: 'build',
  generateBundle(_options, bundle) {
    const packages = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? [[file.fileName, [...new Set(file.moduleIds.flatMap((module) => packageOf(module) ?? []))].toSorted()]] : [],
    )
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(Object.fromEntries(packages)) })
  },
})
