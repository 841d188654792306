import { defineConfig, type OxlintOverride } from 'oxlint'

/** Imports that a room may not have, with the reason that lint prints. */
type Wall = { readonly regex: string; readonly message: string; readonly allowTypeImports?: boolean }
type Room = { readonly folder: string; readonly walls?: readonly Wall[] }

const wall = (regex: string, message: string): Wall => ({ regex, message })

const mocks = wall('^msw|^@playhouse/api-client/mocks', 'Mocks are for tests and previews: production code must not reach them.')
const source = wall(
  '^@playhouse/([^ft]|f[^i]|t[^e])',
  'e2e knows the shop as a visitor does: it may open fixtures, testing and its own support, never source code.',
)
const sql = {
  ...wall('^(kysely|pg)(/|$)', 'http holds no SQL: call the door of a module, and let it ask the database.'),
  allowTypeImports: true,
}
const http = wall(
  '^(#http|fastify|@fastify)(/|$)',
  'Only server/http knows HTTP: return a value or a problem, and let http answer with it.',
)
const routes = wall('^#http', 'An adapter looks outwards: it never calls back into http.')
const adapters = wall('^#adapters/', 'A module declares the interface it needs; main.ts hands it the adapter. It never imports one.')
const kitchen = wall(
  '^(#modules|#adapters|#http|#jobs)',
  'db is below the modules: it knows tables and transactions, nothing that uses them.',
)
const browser = wall(
  '^(react|react-dom|react-.*|msw|fastify|kysely|pg)(/|$)',
  'The contract is shared by browser and server: it may open domain and zod only.',
)
const shop = wall(
  '^@playhouse/(api-client|shop-ui)',
  'The seat map knows seats, not baskets: give it what it shows as props, and let it call back.',
)
const state = wall(
  '^(#(server-state|client-state|browser|mutation)$|#flows|@playhouse/(api-client|shop-ui/(flows|server-state|client-state|browser)))',
  'Components get their data as props: they may open theme, i18n and domain.',
)
const ticketing = wall('^(#|@playhouse/shop-ui/)ticketing/', 'Form fields know nothing of tickets: ticketing is built on form and ui.')
const fields = wall('^(#|@playhouse/shop-ui/)(form|ticketing)/', 'Primitives are the ground: form and ticketing are built on ui.')
const components = wall('^(#(ui|form|ticketing)/|#mutation$|#flows)', 'State knows no component: components and flows open it.')
const serverState = wall(
  '^(#|@playhouse/shop-ui/)server-state$',
  'The state of this browser and its drafts know no server: server-state opens them.',
)
const clientState = wall(
  '^(#|@playhouse/shop-ui/)(client|server)-state$',
  'The browser is the ground: client-state and server-state open it.',
)
const flow = wall('^(#flows|@playhouse/shop-ui/flows)/', 'A flow knows no other flow: they meet in apps/shop, by routes.')
const lazily = wall('^pixi|^d3-', 'Drawing is the business of packages/seatmap: open its door instead.')
/** docs/accessibility.md, 41. */
const toasts = wall(
  '/Toast$|^react-aria-components$|^(sonner|notistack|react-(hot-toast|toastify))',
  'This shop has no toasts: what is said stays where it matters until it is no longer true. Use ui/Notice.',
)
const server = wall(
  '^(node:|fastify|kysely|pg$|@playhouse/(server|fixtures))',
  'This runs in browsers: it has no server, no database and no fixtures.',
)
const serverless = wall(
  '^(node:|fastify|kysely|pg$|@playhouse/(server|shop)(/|$))',
  'The preview is a page without a server: it plays the shop on fixtures and mocks, in the browser alone.',
)
/** All but `zod`, the parsers of XML and paths that read drawings, and neighbours. */
const pureOnly = wall(
  '^([^.zs]|z[^o]|zo[^d]|zod[^/]|s[^av]|sa[^x]|sv[^g])',
  'domain is pure: it may open zod, saxes and svgpath and nothing else, no I/O, no React, no other package.',
)

/** docs/architecture.md, "Rooms and doors". A `*` stands for any one folder. The last room that fits counts. */
const rooms: readonly Room[] = [
  { folder: 'packages/domain/src', walls: [pureOnly] },
  { folder: 'packages/api-client/src/contract', walls: [browser, mocks] },
  { folder: 'packages/api-client/src/client', walls: [browser, mocks] },
  { folder: 'packages/api-client/src/mocks' },
  { folder: 'packages/seatmap/src', walls: [shop, mocks, server] },
  { folder: 'packages/seatmap/src/*', walls: [shop, mocks, server] },
  { folder: 'packages/shop-ui/src/*', walls: [mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/server-state', walls: [components, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/client-state', walls: [serverState, components, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/browser', walls: [clientState, components, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/ui', walls: [state, fields, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/form', walls: [state, ticketing, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/ticketing', walls: [state, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/mutation', walls: [flow, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/food', walls: [flow, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/add-ons', walls: [flow, mocks, server, lazily, toasts] },
  { folder: 'packages/shop-ui/src/flows/*', walls: [flow, mocks, server, lazily, toasts] },
  { folder: 'apps/shop/src', walls: [mocks, server, lazily, toasts] },
  { folder: 'apps/shop/src/*', walls: [mocks, server, lazily, toasts] },
  { folder: 'apps/preview/src', walls: [serverless] },
  { folder: 'apps/preview/src/*', walls: [serverless, lazily] },
  { folder: 'apps/preview/src/scene', walls: [serverless] },
  { folder: 'apps/server/src/*', walls: [mocks] },
  { folder: 'apps/server/src/db', walls: [kitchen, http, mocks] },
  { folder: 'apps/server/src/http', walls: [sql, mocks] },
  { folder: 'apps/server/src/jobs', walls: [http, mocks] },
  { folder: 'apps/server/src/modules/*', walls: [http, adapters, mocks] },
  { folder: 'apps/server/src/adapters/*', walls: [routes, mocks] },
  { folder: 'apps/payment-sandbox/src' },
  { folder: 'fixtures/src' },
  { folder: 'e2e', walls: [source] },
]

/** Files of the shop that may use timers: none of them removes a message. */
const timed = [
  // The card of a seat after pointer or focus has left it (WCAG 1.4.13); a visible countdown.
  'packages/shop-ui/src/flows/{seat/map/useHoveredSpot,queue/Admitted,order/OrderVerifyPage}.*',
  // Releases a downloaded or opened file; stops a card reader again.
  'packages/shop-ui/src/flows/box-office/{CsvButton,PayPanel,open-pdf}.*',
  // Looks at the picture of the camera.
  'packages/shop-ui/src/flows/flex/CardScanner.*',
  // Announcements, the focus of dialogs, clocks, prefetches, scroll positions, and presses that are made again.
  'packages/shop-ui/src/{ui/announce,ui/immediateFocus,browser/chunk-guard,browser/server-clock}.*',
  'apps/shop/src/{hydration,layout/use-scroll}.ts',
  // A further task, so that none is long. Maps that load another plan, not all at once.
  'apps/shop/src/{main.tsx,early/{draw-hall,preload-map}.ts}',
  'packages/shop-ui/src/{flows/seat/model/useLiveSeats,halls/seating-follower}.ts',
]
const passing = 'No message passes by itself (docs/accessibility.md, 41). A timer that takes none away is named in oxlint.config.ts.'
const timers = ['setTimeout', 'setInterval'] as const

/** Depth of a file below its room's folder: as many steps up are within the room. */
const depths = ['*', '*/*', '*/*/*', '*/*/*/*']
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

function guard({ folder, walls = [] }: Room): OxlintOverride[] {
  return depths.map((below, depth) => ({
    files: [`${folder}/${below}.{ts,tsx}`],
    excludeFiles: walls.includes(source) ? [] : tests,
    rules: { 'no-restricted-imports': ['error', { patterns: [within(depth), ...walls] }] },
  }))
}

const within = (depth: number): Wall =>
  wall(
    `^${String.raw`\.\./`.repeat(depth + 1)}`,
    'A path out of the room: go through the door of the other room, its #name or its package name.',
  )

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest', 'node'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true },
  ignorePatterns: ['**/dist/**', 'var/**', '**/node_modules/**'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-self-import': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'react/no-danger': 'error',
    eqeqeq: 'error',
    // The new JSX transform needs no React in scope; side-effect imports bring styles; what is awaited in a loop is awaited in order.
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'no-await-in-loop': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'oxc/no-map-spread': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/prefer-set-has': 'off',
    'unicorn/no-array-fill-with-reference-type': 'off',
    'no-unmodified-loop-condition': 'off',
    'no-shadow': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // Rules of the React compiler, which we do not run; what they ask for would be ceremony.
    'react/refs': 'off',
    'react/hooks': 'off',
    'react/incompatible-library': 'off',
    'react/preserve-manual-memoization': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/memo-dependencies': 'off',
    'react/set-state-in-effect': 'off',
    'react/no-array-index-key': 'off',
    // A styled list loses its role in Safari; the seat grid is a roving grid of roles; focus in a dialog is asked for.
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/interactive-supports-focus': 'off',
    'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/require-mock-type-parameters': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'no-empty-pattern': 'off',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-eval': 'error',
    'no-alert': 'error',
    'no-console': 'error',
    'max-lines': ['error', { max: 330, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    ...rooms.flatMap(guard),
    // A gesture is a machine of states, a file each, that lead into one another.
    { files: ['packages/seatmap/src/gesture/*.ts'], rules: { 'import/no-cycle': 'off' } },
    // A message to a worker thread has no origin.
    {
      files: ['apps/server/src/modules/{moving-in,planning,spreadsheet,ticket,social-card}/**/*.ts'],
      rules: { 'unicorn/require-post-message-target-origin': 'off' },
    },
    {
      files: ['tools/**', '**/main.ts', 'apps/server/src/cli/run-command-line.ts', 'apps/payment-sandbox/src/app.ts', 'bench/**', 'e2e/**'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['packages/shop-ui/src/**/*.{ts,tsx}', 'apps/shop/src/**/*.{ts,tsx}'],
      excludeFiles: [...tests, ...timed],
      rules: {
        'no-restricted-globals': ['error', ...timers.map((name) => ({ name, message: passing }))],
        'no-restricted-properties': [
          'error',
          ...['window', 'globalThis'].flatMap((object) => timers.map((property) => ({ object, property, message: passing }))),
        ],
      },
    },
    {
      files: ['packages/domain/src/**/*.ts'],
      excludeFiles: tests,
      rules: {
        'no-restricted-globals': [
          'error',
          ...['fetch', 'setTimeout', 'setInterval', 'process', 'window', 'document', 'performance'].map((name) => ({
            name,
            message: 'domain is pure: no I/O, no timers, no globals of a machine.',
          })),
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'domain has no clock: take the time as an argument.' },
          { object: 'Temporal', property: 'Now', message: 'domain has no clock: take the time as an argument.' },
        ],
      },
    },
  ],
})
