import type { Rolldown } from 'vite'

/** Early scripts and the service worker: each is a file without imports. */
const standsAlone = /\?early$|\/src\/early\/|service-worker\.ts$/

/** Files of libraries, and of the shop's own modules, that every page loads. One file for all would block a page longer. */
const firstFiles: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'libraries', test: /node_modules\/|lean-router/ },
  { name: 'shop', test: (id: string) => !standsAlone.test(id) },
].map((group) => ({ ...group, tags: ['$initial'] }))

const aria = /node_modules\/(react-aria|react-aria-components|react-stately|@internationalized\/\w+|clsx|use-sync-external-store)\//
/** Text fields and checkboxes. */
const fields = /\/(form|toggle|checkbox)\/|\/(Checkbox|Field|FieldError|TextField|useField|useTextField)\./
/** What only lists, choices and number fields need. */
const lists =
  /\/(list|listbox|select|selection|menu|number|numberfield|spinbutton|radio|collections(?!\/Hidden))\/|NumberField|Radio|ListBox|\/Select\.|\/(useNumberFormatter|useScrollWheel|useFormattedTextField|number)\./

/**
 * Files of modules that at least so many lazy parts of the shop share. A file imports none that comes after it: `tools/budgets.mjs`
 * checks that files do not import in a circle.
 */
const laterFiles: Rolldown.CodeSplittingGroup[] = [
  // Menu and dialogs: every page that has one loads them in idle time.
  {
    name: 'controls',
    test: (id) => (aria.test(id) && !fields.test(id) && !lists.test(id)) || /shop-ui\/src\/ui\/Dialog\./.test(id),
    minShareCount: 6,
  },
  {
    name: 'fields',
    test: (id) =>
      (aria.test(id) && fields.test(id) && !lists.test(id)) ||
      /shop-ui\/src\/(form\/(Field|Checkbox)|ticketing\/HoldTimer|ui\/useFocusFallback)\.|domain\/src\/pricing\/(pricing|price-type)\./.test(
        id,
      ),
    minShareCount: 3,
  },
  { name: 'icons', test: /icons\/(check|chevron-down|x)\./, minShareCount: 4 },
  { name: 'pages', test: /@tanstack|shop-ui\/src\/server-state|domain\/src\/band/, minShareCount: 6 },
  {
    name: 'hall',
    test: /packages\/(domain\/src\/(plan|seat)\/|api-client\/src\/client\/|seatmap\/src\/(store|hall|SeatMapProps)|shop-ui\/src\/flows\/seat\/(model|words|choice)\/)/,
    minShareCount: 2,
  },
  { name: 'map', test: /packages\/seatmap\/src\/(camera|layers|look|plan-index)\//, minShareCount: 2 },
]

/** Each file of a page costs a request, and is compressed alone: modules that several screens share are put together. */
export const sharedFiles: Rolldown.CodeSplittingGroup[] = [...firstFiles, ...laterFiles].map((group) => ({
  ...group,
  includeDependenciesRecursively: false,
}))
