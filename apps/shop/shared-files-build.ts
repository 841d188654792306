import type { Rolldown } from 'vite'

/** Early scripts and the service worker: each is a file without imports. */
const standsAlone = /\?early-|\/src\/early\/|service-worker\.ts$/

/** Files of libraries, and of the shop's own modules, that every page loads. One file for all would block a page longer. */
const firstFiles: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'libraries', test: /node_modules\/|lean-router/ },
  { name: 'shop', test: /./ },
].map(({ name, test }) => ({ name, test: (id: string) => test.test(id) && !standsAlone.test(id), tags: ['$initial'] }))

/**
 * Modules that at least so many lazy parts of the shop share. What they import is shared by at least as many and matches too, so that
 * files never import in a circle. `tools/budgets.mjs` checks this.
 */
const sharedControls: Rolldown.CodeSplittingGroup = {
  name: 'controls',
  test: /node_modules\/(react-aria|react-aria-components|react-stately|@internationalized\/\w+|clsx|use-sync-external-store)\//,
  minShareCount: 23,
}

/**
 * Modules of the seat screen that few other screens share, in files by what uses them together: the seat map's page would fetch each
 * alone, at the cost of a request of 150 ms on a phone. `budgets.json` limits what other screens load more.
 */
const seatScreenFiles: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'booking',
    test: /domain\/src\/(pricing\/band|season\/season|format\/text-in)\.ts$|icons\/(calendar-days|list|map)\.mjs$|ticketing\/Price\./,
  },
  {
    name: 'mutations',
    test: /\/(mutationObserver|useMutation)\.js$|server-state\/(mutations|with-bot-check)\.ts$|browser\/tabs\.ts$/,
  },
  {
    name: 'dialog',
    test: /react-aria\/dist\/private\/(overlays\/(ariaHideOutside|useOverlay|usePreventScroll|intlStrings|DismissButton|PortalProvider|Overlay|useModalOverlay)\.|intl\/overlays\/|dialog\/|interactions\/(useInteractOutside|PressResponder)|utils\/(isScrollable|getScrollParent|keyboard|runAfterKeyboard|animation|useViewportSize)\.)|react-stately\/dist\/private\/overlays\/useOverlayTriggerState|react-aria-components\/dist\/private\/(Dialog|Modal|Heading)\.mjs$|shop-ui\/src\/ui\/Dialog\./,
    minShareCount: 4,
  },
  {
    name: 'fields',
    test: /form\/(NumberStepper|Checkbox|Field)\.|ticketing\/HoldTimer\.|ui\/useFocusFallback|icons\/(minus|plus|check|chevron-down)\.mjs$|@internationalized\/number\/|react-aria\/dist\/private\/(checkbox|toggle|spinbutton|numberfield|intl\/(numberfield|spinbutton)|i18n\/useNumberFormatter|textfield\/useFormattedTextField|interactions\/useScrollWheel|utils\/useEvent)|react-stately\/dist\/private\/(toggle|checkbox|numberfield|utils\/number)|react-aria-components\/dist\/private\/(Checkbox|NumberField)\.mjs$/,
    minShareCount: 3,
  },
  {
    name: 'plan',
    test: /domain\/src\/(plan\/(?!seating\.ts|model\/seat-type)|seat\/seat-stream|pricing\/(pricing|price-type)\.ts)|api-client\/src\/client\/(seat-connection|page-visibility|watch-seats)|seatmap\/src\/(hall\/|store\/(area-summary|seat-status)|SeatMapProps)|flows\/seat\/(model\/seating-model|words\/(isolate|useLength|useSeatVoice)|choice\/browser-storage)/,
  },
].map((group) => ({ minShareCount: 2, ...group }))

/** Each file of a page costs a request, and is compressed alone: modules that many screens share are put together. */
export const sharedFiles: Rolldown.CodeSplittingGroup[] = [
  ...firstFiles,
  sharedControls,
  ...seatScreenFiles,
  // Screens of the programme use all of them, those of the account some.
  {
    name: 'performances',
    test: /ticketing\/(PerformanceList|AvailabilityBadge|AccessTags)\.|flows\/browse\/(QueryProblem|AlsoOn|EventCard|HomePage\.module)\.|icons\/(audio-lines|captions|hand|leaf)\.mjs$/,
    minShareCount: 2,
  },
  { name: 'FocusAfterClose', test: /shop-ui\/src\/ui\/(AlertDialog|FocusAfterClose)\./, minShareCount: 2 },
  // The first script names each file: small modules that screens of the programme share, such as halls, locks and offers, are one.
  {
    name: 'programme',
    test: /domain\/src\/(season\/(image-size|planning-limits)|planning\/hall-plan|time\/time-of-day)\.|box-office\/planning\/(OptionField|PreviewPanel|field-fault|production-draft|synopsis-text|translation-draft|typed-number|useFieldError|usePlanningMutation|useUnsavedGuard)\./,
    minShareCount: 2,
  },
  { name: 'map', test: /packages\/seatmap\/src\/(camera|layers|look|plan-index)\//, minShareCount: 2 },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))
