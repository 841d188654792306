import type { ComponentType } from 'react'
import { matchRoutes, redirect, type RouteObject, useRouteError } from 'react-router'
import { checkoutSteps } from '@playhouse/domain/checkout'
import { type Journey, loadMessages } from '@playhouse/shop-ui/i18n'
import { HydratedScreen } from '@playhouse/shop-ui/ui/hydration'
import {
  accountPage,
  cacheContext,
  requireCustomer,
  entry,
  firstAccountPage,
  salesPage,
  summary,
  validBasket,
  voucherPage,
} from './guards.ts'
import { Layout } from './layout/Layout.tsx'
import { Root } from './layout/Root.tsx'
import { screensId } from './hydration.ts'
import { ErrorPage, isPageNotFound } from './page/ErrorPage.tsx'
import { MaintenancePage } from './page/MaintenancePage.tsx'
import { NotFoundPage } from './page/NotFoundPage.tsx'

type Screen = Promise<ComponentType>
/**
 * A screen whose code is loaded on navigation. As a function: the router would swallow the failure of a `lazy: { Component }` and
 * show nothing.
 */
const screen = (path: string, load: () => Screen, rest: Pick<RouteObject, 'middleware' | 'children'> = {}): RouteObject =>
  ({ id: path, path, lazy: async () => ({ Component: await load() }), ...rest }) as RouteObject
/** Screens behind a gate component, which is loaded with them. */
const withGate = (load: () => Screen, children: RouteObject[]): RouteObject =>
  ({ lazy: async () => ({ Component: await load() }), children }) as RouteObject
const Nothing = () => null
const alias = (path: string, to: string): RouteObject => ({
  path,
  loader: ({ request }) => redirect(to + new URL(request.url).search),
  Component: Nothing,
})

/** Loads the screens of a journey together with its texts and those of problems. */
const journey =
  <Flow,>(load: () => Promise<Flow>, ...words: readonly Journey[]) =>
  async (): Promise<Flow> =>
    (await Promise.all([load(), ...words.map(loadMessages), loadMessages('problem')]))[0]

/** Loads the screens of a journey of staff, with the calls that only staff make. */
const staffJourney = <Flow,>(load: () => Promise<Flow>, ...words: readonly Journey[]) =>
  journey(
    async () => {
      const [flow, { addStaffCalls }] = await Promise.all([load(), import('@playhouse/api-client/client/staff-calls')])
      addStaffCalls()
      return flow
    },
    'counter',
    ...words,
  )

/** Loads one screen of a journey. */
const from =
  <Flow extends object, Name extends keyof Flow>(load: () => Promise<Flow>, name: Name) =>
  async (): Promise<Flow[Name]> =>
    (await load())[name]

const browse = journey(() => import('@playhouse/shop-ui/flows/browse'))
const seat = journey(() => import('@playhouse/shop-ui/flows/seat'), 'seat')
const basket = journey(() => import('@playhouse/shop-ui/flows/basket'), 'order')
const signInFlow = journey(() => import('@playhouse/shop-ui/flows/entry'), 'entry', 'order')
const profile = journey(() => import('@playhouse/shop-ui/flows/account'), 'account', 'order')
const checkout = journey(() => import('@playhouse/shop-ui/flows/checkout'), 'order')
const queueGate = from(() => import('@playhouse/shop-ui/flows/queue'), 'QueueGate')
const queue = journey(() => import('@playhouse/shop-ui/flows/queue'), 'queue')
const ballot = journey(() => import('@playhouse/shop-ui/flows/ballot'), 'ballot')
const form = journey(() => import('@playhouse/shop-ui/flows/form'), 'form')
const voucher = journey(() => import('@playhouse/shop-ui/flows/voucher'), 'voucher', 'order')
const giving = journey(() => import('@playhouse/shop-ui/flows/giving'), 'giving', 'order')
const membership = journey(() => import('@playhouse/shop-ui/flows/membership'), 'membership')
const product = journey(() => import('@playhouse/shop-ui/flows/product'), 'product', 'order')
const food = journey(() => import('@playhouse/shop-ui/flows/food'), 'food')
const subscription = journey(() => import('@playhouse/shop-ui/flows/subscription'), 'subscription')
const packages = journey(() => import('@playhouse/shop-ui/flows/package'), 'package')
const listings = journey(() => import('@playhouse/shop-ui/flows/listings'), 'listings')
const flex = journey(() => import('@playhouse/shop-ui/flows/flex'), 'flex')
const counter = staffJourney(() => import('@playhouse/shop-ui/flows/box-office'))
const halls = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/hall'), 'planning', 'hall')
const locks = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/lock'), 'planning', 'hall', 'lock')
const replan = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/replan'), 'planning', 'lock', 'replan')
const administration = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/administration'), 'planning', 'administration')
const programmeFile = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/programme-file'), 'planning', 'hall')
const movingIn = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/moving-in'), 'planning', 'administration', 'movingIn')
const offers = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/offer'), 'planning', 'offer')
const groups = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/group'), 'group')
const planning = staffJourney(() => import('@playhouse/shop-ui/flows/box-office/planning'), 'planning')
const preview = journey(() => import('@playhouse/shop-ui/flows/shop-preview'), 'planning')
const order = journey(() => import('@playhouse/shop-ui/flows/order'), 'order')
const maintenanceBypass = journey(() => import('./page/MaintenanceBypassPage.tsx'))
const ticket = journey(() => import('@playhouse/shop-ui/flows/ticket'), 'order')

const requiresBasket = { middleware: [validBasket] }
const requiresSummary = { middleware: [validBasket, summary] }
const inBrandsWord = { middleware: [voucherPage] }
const requiresSale = { middleware: [salesPage] }
const requiresSignIn = { middleware: [requireCustomer] }

/** A page of a performance that is the same within a package: redirects to it. */
const pageOfPerformance = (page: string): RouteObject => ({
  path: `/packages/:package/:instance/${page}`,
  ...requiresSale,
  loader: async ({ params, context }) => redirect(await (await packages()).findPerformancePage(context.get(cacheContext), params, page)),
  Component: Nothing,
})

/** All screens with their guards. `entry` guards them all, in the order of the specification; then the guards of a route. */
const screens: RouteObject[] = [
  screen('/', homePage),
  screen('/events/:event', from(browse, 'EventPage')),
  screen('/events/:event/:instance', from(browse, 'InstancePage')),
  screen('/events/:event/:instance/priority-booking', from(browse, 'PriorityBookingPage')),
  withGate(queueGate, [
    screen('/events/:event/:instance/syos/:view?', from(seat, 'SeatPage')),
    screen('/events/:event/:instance/price-selection', from(seat, 'ByPricePage')),
  ]),
  screen('/events/:event/:instance/form', from(form, 'FormPage')),
  screen('/events/:event/:instance/register/first-choice', from(ballot, 'FirstChoicePage'), requiresSignIn),
  screen('/events/:event/:instance/register/alternative-choices', from(ballot, 'AlternativeChoicesPage'), requiresSignIn),
  screen('/events/:event/:instance/register/dress-rehearsal', from(ballot, 'DressRehearsalPage'), requiresSignIn),
  ...['/gift-vouchers', '/gift-certificates'].flatMap((path) => [
    screen(path, from(voucher, 'VouchersPage'), inBrandsWord),
    screen(`${path}/purchase`, from(voucher, 'PurchasePage'), inBrandsWord),
    screen(`${path}/balance`, from(voucher, 'BalancePage'), inBrandsWord),
  ]),
  screen('/contributions/memberships', from(membership, 'LevelsPage'), requiresSale),
  screen('/contributions/memberships/claim', from(membership, 'ClaimPage')),
  screen('/contributions/memberships/:membership', from(membership, 'LevelPage'), requiresSale),
  screen('/redeem-gift-voucher', from(voucher, 'RedeemPage')),
  screen('/contributions/donations', from(giving, 'FundsPage'), requiresSale),
  screen('/contributions/donations/:fund', from(giving, 'FundPage'), requiresSale),
  screen('/aux/:type', from(product, 'ProductsPage'), requiresSale),
  screen('/aux/:type/:instance', from(product, 'ProductPage'), requiresSale),
  screen('/food-and-drink/:event', from(food, 'FoodOfEventPage'), requiresSale),
  screen('/food-and-drink/:event/:instance', from(food, 'FoodPage'), requiresSale),
  screen('/subscriptions/fixed-series/:seriesId', from(subscription, 'SeriesPage')),
  screen('/subscriptions/fixed-series/:seriesId/choose-dates', from(subscription, 'ChooseDatesPage')),
  screen('/subscriptions/fixed-series/:seriesId/syos/:view?', seriesSeats),
  screen('/subscriptions/fixed-series/:seriesId/choose-prices', from(subscription, 'ChoosePricesPage')),
  screen('/subscriptions/flex', from(flex, 'FlexListPage'), requiresSale),
  screen('/subscriptions/flex/:flexId', from(flex, 'FlexPage'), requiresSale),
  screen('/subscription-card', from(flex, 'SubscriptionCardPage'), { middleware: [salesPage, requireCustomer] }),
  screen('/listings', from(listings, 'ListingsPage'), requiresSale),
  screen('/listings-packages', from(packages, 'PackageListingsPage'), requiresSale),
  screen('/packages', from(packages, 'PackagesPage'), requiresSale),
  ...['packages', 'package-builder', 'flex-package-builder', 'super-package-builder'].map((path) =>
    screen(`/${path}/:package`, from(packages, 'PackagePage'), requiresSale),
  ),
  screen('/packages/:package/:instance', from(packages, 'PackagePartPage'), requiresSale),
  screen('/packages/:package/:instance/price-selection', from(packages, 'PackagePricePage'), requiresSale),
  screen('/packages/:package/:instance/syos/:view?', packageSeats, requiresSale),
  ...['form', 'register/first-choice', 'register/alternative-choices', 'register/dress-rehearsal'].map(pageOfPerformance),
  screen('/programmes/:programme', from(profile, 'ProgrammePage'), requiresSignIn),
  screen('/queue', from(queue, 'QueuePage')),
  screen('/checkout', from(checkout, 'CheckoutLayout'), {
    children: [
      { index: true, loader: () => redirect('/checkout/basket'), Component: Nothing },
      screen('basket', from(basket, 'BasketPage')),
      screen('account', from(signInFlow, 'SignInPage'), requiresBasket),
      ...checkoutSteps
        .filter((id) => id !== 'basket' && id !== 'account')
        .map((id) =>
          screen(
            id,
            async () => (await checkout()).steps.find((step) => step.id === id)!.Screen,
            id === 'billing' || id === 'payment' ? requiresSummary : requiresBasket,
          ),
        ),
    ],
  }),
  alias('/basket', '/checkout/basket'),
  screen('/order/add-ons', from(order, 'AddOnsPage')),
  screen('/order/confirmed', from(order, 'OrderConfirmedPage')),
  screen('/order/failed', from(order, 'OrderFailedPage')),
  screen('/order/direct-debits/:outcome', from(checkout, 'DirectDebitPage')),
  screen('/order/payment-link', from(checkout, 'PaymentLinkPage')),
  screen('/order/verify', from(order, 'OrderVerifyPage')),
  screen('/tickets', from(ticket, 'TicketsPage')),
  screen('/shared-tickets', from(ticket, 'SharedTicketPage')),
  screen('/login', from(signInFlow, 'SignInPage')),
  screen('/register', from(signInFlow, 'SignInPage')),
  screen('/authentication', from(signInFlow, 'AuthenticationPage')),
  screen('/reset-password', from(signInFlow, 'ResetPasswordPage')),
  { path: '/account', middleware: [requireCustomer], loader: firstAccountPage, Component: Nothing },
  screen('/account/overview', from(profile, 'AccountOverviewPage'), requiresSignIn),
  screen('/account/guest-orders', from(profile, 'ClaimOrdersPage')),
  screen('/account/confirm-email', from(profile, 'ConfirmEmailPage')),
  screen('/account/your-orders/:number', from(profile, 'OrderPage'), requiresSignIn),
  screen('/account/custom/:customView/:tab?', from(profile, 'CustomPage'), requiresSignIn),
  screen('/account/:page', from(profile, 'AccountPage'), { middleware: [accountPage, requireCustomer] }),
  screen(
    '/terms',
    from(() => import('./page/TermsPage.tsx'), 'TermsPage'),
  ),
  screen(
    '/accessibility',
    from(() => import('./page/StatementPage.tsx'), 'StatementPage'),
  ),
  { path: '*', Component: NotFoundPage },
]

/** The home page links to sections of the brand that this build has. */
async function homePage(): Screen {
  const { HomePage } = await import('@playhouse/shop-ui/flows/browse/home')
  return () => <HomePage isBuilt={isBuilt} />
}

/** The counter's selling screen with the seats of the seat flow. */
async function sellSeats(): Screen {
  const [{ BookPage }, { PlainSeats }] = await Promise.all([counter(), seat()])
  return () => <BookPage Seats={PlainSeats} />
}

/** The form of a new hall, with the map of the seat flow. */
async function newHall(): Screen {
  const [{ NewHallPage }, { PlanMap }] = await Promise.all([halls(), seat()])
  return () => <NewHallPage PlanMap={PlanMap} />
}

/** A hall, with the map of the seat flow. */
async function hallWithMap(): Screen {
  const [{ HallPage }, { PlanMap }] = await Promise.all([halls(), seat()])
  return () => <HallPage PlanMap={PlanMap} />
}

/** The bands of a price list, with the map of the seat flow. */
async function bandsOnMap(): Screen {
  const [{ BandsPage }, { PlanMap }] = await Promise.all([halls(), seat()])
  return () => <BandsPage PlanMap={PlanMap} />
}

/** The locks of a performance, with the map of the seat flow. */
async function locksOnMap(): Screen {
  const [{ LocksPage }, { PlanMap }] = await Promise.all([locks(), seat()])
  return () => <LocksPage PlanMap={PlanMap} />
}

/** The form that gives a performance another plan, with the map of the seat flow. */
async function replanOnMap(): Screen {
  const [{ ReplanPage }, { PlanMap }] = await Promise.all([replan(), seat()])
  return () => <ReplanPage PlanMap={PlanMap} />
}

/** The seats of a series, with the hall of the seat flow. */
async function seriesSeats(): Screen {
  const [{ SeriesSeatsPage }, { PlainSeats }] = await Promise.all([subscription(), seat()])
  return () => <SeriesSeatsPage Seats={PlainSeats} />
}

/** The seats of a performance of a package, with the hall of the seat flow and the names of seats of orders. */
async function packageSeats(): Screen {
  const [{ PackageSeatsPage }, { PlainSeats }] = await Promise.all([packages(), seat(), loadMessages('order')])
  return () => <PackageSeatsPage Seats={PlainSeats} />
}

/** The box office, in a separate frame; its server requires both factors for each call. */
const boxOffice: RouteObject[] = [
  screen('/smart/sign-in', from(counter, 'SignInPage')),
  withGate(from(counter, 'BoxOffice'), [
    alias('/smart', '/smart/customer/search'),
    screen('/smart/customer/search', from(counter, 'SearchPage')),
    screen('/smart/book', from(counter, 'PerformancesPage')),
    screen('/smart/book/:instance', sellSeats),
    screen('/smart/orders/:number', from(counter, 'OrderPage')),
    screen('/smart/sell', from(counter, 'SellPage')),
    screen('/smart/takings', from(counter, 'TakingsPage')),
    screen('/smart/vouchers', from(counter, 'VouchersPage')),
    screen('/smart/vouchers/:voucher', from(counter, 'VoucherPage')),
    screen('/smart/payment-links', from(counter, 'PaymentLinksPage')),
    screen('/smart/forms', from(counter, 'FormEntriesPage')),
    screen('/smart/groups', from(groups, 'GroupBookingsPage')),
    screen('/smart/groups/new', from(groups, 'NewGroupBookingPage')),
    screen('/smart/groups/:number', from(groups, 'GroupBookingPage')),
    screen('/smart/productions', from(planning, 'ProductionsPage')),
    screen('/smart/productions/new', from(planning, 'NewProductionPage')),
    screen('/smart/productions/:event', from(planning, 'ProductionPage')),
    screen('/smart/productions/:event/edit', from(planning, 'EditProductionPage')),
    screen('/smart/productions/:event/image', from(planning, 'ImagePage')),
    screen('/smart/productions/:event/on-sale', from(planning, 'SaleWindowsPage')),
    screen('/smart/productions/:event/performances/:instance', from(planning, 'PlannedPerformancePage')),
    screen('/smart/productions/:event/performances/:instance/locks', locksOnMap),
    screen('/smart/productions/:event/performances/:instance/plan', replanOnMap),
    screen('/smart/productions/:event/run', from(planning, 'RunPage')),
    screen('/smart/productions/:event/translations', from(planning, 'TranslationsPage')),
    screen('/smart/prices', from(planning, 'PriceListsPage')),
    screen('/smart/prices/:list', from(planning, 'PriceListPage')),
    screen('/smart/prices/:list/bands', bandsOnMap),
    screen('/smart/halls', from(halls, 'HallsPage')),
    screen('/smart/halls/new', newHall),
    screen('/smart/halls/:hall', hallWithMap),
    screen('/smart/offers', from(offers, 'OffersPage')),
    screen('/smart/offers/new', from(offers, 'NewOfferPage')),
    screen('/smart/offers/:offer', from(offers, 'OfferPage')),
    screen('/smart/performance-types', from(planning, 'PerformanceTypesPage')),
    screen('/smart/programme-file', from(programmeFile, 'ProgrammeFilePage')),
    screen('/smart/catalogue', from(planning, 'CataloguePage')),
    screen('/smart/catalogue/:kind', from(planning, 'RecordsPage')),
    screen('/smart/catalogue/:kind/:id', from(planning, 'RecordPage')),
    screen('/smart/catalogue/:kind/new', from(planning, 'NewRecordPage')),
    screen('/smart/changes', from(planning, 'ChangesPage')),
    screen('/smart/staff', from(administration, 'StaffPage')),
    screen('/smart/moving-in', from(movingIn, 'MovingInPage')),
    screen('/smart/tokens', from(administration, 'TokensPage')),
    screen('/smart/api', from(administration, 'ApiPage')),
    screen('/smart/audit/:instance', from(counter, 'AuditPage')),
    screen('/smart/food/:instance', from(counter, 'KitchenPage')),
    screen('/smart/tables/:instance', from(counter, 'TablesPage')),
    screen('/smart/add-to-cart/events/:event/:instance', from(counter, 'AddEventPage')),
    screen('/smart/add-to-cart/donations/:fund', from(counter, 'AddDonationPage')),
    screen('/smart/add-to-cart/gift-vouchers', from(counter, 'AddVoucherPage')),
    screen('/smart/add-to-cart/memberships/:level', from(counter, 'AddMembershipPage')),
    screen('/smart/add-to-cart/products', from(counter, 'AddProductsPage')),
    screen('/smart/add-to-cart/products/:product', from(counter, 'AddProductPage')),
  ]),
]

/** The results of `isBuilt`: the router ranks all routes for each match, and every rendering of the frame asks for the same few paths. */
const builtPaths: Record<string, boolean> = {}
const isBuilt = (path: string): boolean =>
  (builtPaths[path] ??= screens.some((route) => route.path === path) || matchRoutes(screens, path)?.at(-1)?.route.path !== '*')

/** Guards run before the frame is there. The page that one of them does not find is shown in the frame, as an unknown path is. */
const GuardErrorPage = () =>
  isPageNotFound(useRouteError()) ? (
    <Layout isBuilt={isBuilt}>
      <ErrorPage />
    </Layout>
  ) : (
    <ErrorPage />
  )

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    middleware: [entry],
    ErrorBoundary: GuardErrorPage,
    HydrateFallback: Nothing,
    children: [
      {
        path: '/maintenance',
        element: (
          <HydratedScreen>
            <MaintenancePage />
          </HydratedScreen>
        ),
      },
      screen('/maintenance-bypass', from(maintenanceBypass, 'MaintenanceBypassPage')),
      screen('/preview-ended', from(preview, 'PreviewEndedPage')),
      screen('/your-tickets', from(ticket, 'YourTicketsPage')),
      ...boxOffice,
      { element: <Layout isBuilt={isBuilt} />, children: [{ id: screensId, ErrorBoundary: ErrorPage, children: screens }] },
    ],
  },
]
