import type { Plugin } from 'vite'

/** The npm package of a module; undefined for the shop's own modules. pnpm nests packages within packages. */
const packageOf = (module: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1]

/**
 * Lists the npm packages in each file of the build: `.vite/packages.json`. A test compares the code on the checkout pages with a
 * reviewed list.
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
