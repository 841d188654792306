import type { Rolldown } from 'vite'

/** Early scripts and the service worker: each is a file without imports. */
const standsAlone = /\?early$|\/src\/early\/|service-worker\.ts$/

/** Files of libraries, and of the shop's own modules, that every page loads. One file for all would block a page longer. */
const firstFiles: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'libraries', test: /node_modules\/|lean-router/ },
  { name: 'shop', test: (id: string) => !standsAlone.test(id) },
].map((group) => ({ ...group, tags: ['$initial'] }))

/**
 * Modules that at least so many lazy parts of the shop share. What they import is shared by at least as many and matches too, so that
 * files never import in a circle. `tools/budgets.mjs` checks this.
 */
const sharedControls: Rolldown.CodeSplittingGroup = {
  name: 'controls',
  test: /node_modules\/(react-aria|react-aria-components|react-stately|@internationalized\/\w+|clsx|use-sync-external-store)\//,
  minShareCount: 16,
}

/** Each file of a page costs a request, and is compressed alone: modules that many screens share are put together. */
export const sharedFiles: Rolldown.CodeSplittingGroup[] = [
  ...firstFiles,
  sharedControls,
  { name: 'map', test: /packages\/seatmap\/src\/(camera|layers|look|plan-index)\//, minShareCount: 2 },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))
