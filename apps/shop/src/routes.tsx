import type { ComponentType } from 'react'
import { matchRoutes, redirect, type RouteObject } from 'react-router'
import { checkoutSteps } from '@playhouse/domain/checkout'
import { type Journey, loadMessages } from '@playhouse/shop-ui/i18n'
import { HydratedScreen } from '@playhouse/shop-ui/ui/hydration'
import { accountPage, contributionPage, requireCustomer, entry, firstAccountPage, validBasket, voucherPage } from './guards.ts'
import { Layout } from './layout/Layout.tsx'
import { ErrorPage } from './page/ErrorPage.tsx'
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

/** Loads the screens of a journey together with its texts. */
const journey =
  <Flow,>(load: () => Promise<Flow>, ...words: readonly Journey[]) =>
  async (): Promise<Flow> =>
    (await Promise.all([load(), ...words.map(loadMessages)]))[0]

const browse = () => import('@playhouse/shop-ui/flows/browse')
const seat = journey(() => import('@playhouse/shop-ui/flows/seat'), 'seat')
const basket = journey(() => import('@playhouse/shop-ui/flows/basket'), 'order')
const signInFlow = journey(() => import('@playhouse/shop-ui/flows/entry'), 'entry', 'order')
const profile = journey(() => import('@playhouse/shop-ui/flows/account'), 'account', 'order')
const checkout = journey(() => import('@playhouse/shop-ui/flows/checkout'), 'order')
const queueGate = async () => (await import('@playhouse/shop-ui/flows/queue')).QueueGate
const queue = journey(() => import('@playhouse/shop-ui/flows/queue'), 'queue')
const ballot = journey(() => import('@playhouse/shop-ui/flows/ballot'), 'ballot')
const voucher = journey(() => import('@playhouse/shop-ui/flows/voucher'), 'voucher', 'order')
const giving = journey(() => import('@playhouse/shop-ui/flows/giving'), 'giving', 'order')
const membership = journey(() => import('@playhouse/shop-ui/flows/membership'), 'membership')
const counter = journey(() => import('@playhouse/shop-ui/flows/box-office'), 'counter')
const order = journey(() => import('@playhouse/shop-ui/flows/order'), 'order')
const ticket = journey(() => import('@playhouse/shop-ui/flows/ticket'), 'order')

const requiresBasket = { middleware: [validBasket] }
const inBrandsWord = { middleware: [voucherPage] }
const requiresContribution = { middleware: [contributionPage] }
const requiresSignIn = { middleware: [requireCustomer] }

/** All screens with their guards. `entry` guards them all, in the order of the specification; then the guards of a route. */
const screens: RouteObject[] = [
  screen('/', homePage),
  screen('/events/:event', async () => (await browse()).EventPage),
  screen('/events/:event/:instance', async () => (await browse()).InstancePage),
  withGate(queueGate, [
    screen('/events/:event/:instance/syos/:view?', async () => (await seat()).SeatPage),
    screen('/events/:event/:instance/price-selection', async () => (await seat()).ByPricePage),
  ]),
  screen('/events/:event/:instance/register/first-choice', async () => (await ballot()).FirstChoicePage, requiresSignIn),
  screen('/events/:event/:instance/register/alternative-choices', async () => (await ballot()).AlternativeChoicesPage, requiresSignIn),
  screen('/events/:event/:instance/register/dress-rehearsal', async () => (await ballot()).DressRehearsalPage, requiresSignIn),
  ...['/gift-vouchers', '/gift-certificates'].flatMap((path) => [
    screen(path, async () => (await voucher()).VouchersPage, inBrandsWord),
    screen(`${path}/purchase`, async () => (await voucher()).PurchasePage, inBrandsWord),
    screen(`${path}/balance`, async () => (await voucher()).BalancePage, inBrandsWord),
  ]),
  screen('/contributions/memberships', async () => (await membership()).LevelsPage, requiresContribution),
  screen('/contributions/memberships/claim', async () => (await membership()).ClaimPage),
  screen('/contributions/memberships/:membership', async () => (await membership()).LevelPage, requiresContribution),
  screen('/redeem-gift-voucher', async () => (await voucher()).RedeemPage),
  screen('/contributions/donations', async () => (await giving()).FundsPage, requiresContribution),
  screen('/contributions/donations/:fund', async () => (await giving()).FundPage, requiresContribution),
  screen('/queue', async () => (await queue()).QueuePage),
  screen('/checkout', async () => (await checkout()).CheckoutLayout, {
    children: [
      { index: true, loader: () => redirect('/checkout/basket'), Component: Nothing },
      screen('basket', async () => (await basket()).BasketPage),
      screen('account', async () => (await signInFlow()).SignInPage, requiresBasket),
      ...checkoutSteps
        .filter((id) => id !== 'basket' && id !== 'account')
        .map((id) => screen(id, async () => (await checkout()).steps.find((step) => step.id === id)!.Screen, requiresBasket)),
    ],
  }),
  alias('/basket', '/checkout/basket'),
  screen('/order/confirmed', async () => (await order()).OrderConfirmedPage),
  screen('/order/failed', async () => (await order()).OrderFailedPage),
  screen('/order/direct-debits/:outcome', async () => (await checkout()).DirectDebitPage),
  screen('/order/verify', async () => (await order()).OrderVerifyPage),
  screen('/tickets', async () => (await ticket()).TicketsPage),
  screen('/shared-tickets', async () => (await ticket()).SharedTicketPage),
  screen('/login', async () => (await signInFlow()).SignInPage),
  screen('/register', async () => (await signInFlow()).SignInPage),
  screen('/authentication', async () => (await signInFlow()).AuthenticationPage),
  screen('/reset-password', async () => (await signInFlow()).ResetPasswordPage),
  { path: '/account', middleware: [requireCustomer], loader: firstAccountPage, Component: Nothing },
  screen('/account/overview', async () => (await profile()).AccountOverviewPage, requiresSignIn),
  screen('/account/guest-orders', async () => (await profile()).ClaimOrdersPage),
  screen('/account/confirm-email', async () => (await profile()).ConfirmEmailPage),
  screen('/account/your-orders/:number', async () => (await profile()).OrderPage, requiresSignIn),
  screen('/account/custom/:customView/:tab?', async () => (await profile()).CustomPage, requiresSignIn),
  screen('/account/:page', async () => (await profile()).AccountPage, { middleware: [accountPage, requireCustomer] }),
  screen('/terms', async () => (await import('./page/TermsPage.tsx')).TermsPage),
  screen('/accessibility', async () => (await import('./page/StatementPage.tsx')).StatementPage),
  { path: '*', Component: NotFoundPage },
]

/** The home page links to sections of the brand that this build has. */
async function homePage(): Screen {
  const { HomePage } = await browse()
  return () => <HomePage isBuilt={isBuilt} />
}

/** The counter's selling screen with the seats of the seat flow. */
async function sellSeats(): Screen {
  const [{ BookPage }, { PlainSeats }] = await Promise.all([counter(), seat()])
  return () => <BookPage Seats={PlainSeats} />
}

/** The box office, in a separate frame; its server requires both factors for each call. */
const boxOffice: RouteObject[] = [
  screen('/smart/sign-in', async () => (await counter()).SignInPage),
  withGate(
    async () => (await counter()).BoxOffice,
    [
      alias('/smart', '/smart/customer/search'),
      screen('/smart/customer/search', async () => (await counter()).SearchPage),
      screen('/smart/book', async () => (await counter()).PerformancesPage),
      screen('/smart/book/:instance', sellSeats),
      screen('/smart/orders/:number', async () => (await counter()).OrderPage),
      screen('/smart/sell', async () => (await counter()).SellPage),
      screen('/smart/takings', async () => (await counter()).TakingsPage),
      screen('/smart/vouchers', async () => (await counter()).VouchersPage),
      screen('/smart/vouchers/:voucher', async () => (await counter()).VoucherPage),
      screen('/smart/audit/:instance', async () => (await counter()).AuditPage),
      screen('/smart/add-to-cart/events/:event/:instance', async () => (await counter()).AddEventPage),
      screen('/smart/add-to-cart/donations/:fund', async () => (await counter()).AddDonationPage),
      screen('/smart/add-to-cart/gift-vouchers', async () => (await counter()).AddVoucherPage),
      screen('/smart/add-to-cart/memberships/:level', async () => (await counter()).AddMembershipPage),
    ],
  ),
]

/** The results of `isBuilt`: the router ranks all routes for each match, and every rendering of the frame asks for the same few paths. */
const builtPaths: Record<string, boolean> = {}
const isBuilt = (path: string): boolean => (builtPaths[path] ??= matchRoutes(screens, path)?.at(-1)?.route.path !== '*')

export const routes: RouteObject[] = [
  {
    id: 'root',
    middleware: [entry],
    ErrorBoundary: ErrorPage,
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
      screen('/maintenance-bypass', async () => (await import('./page/MaintenanceBypassPage.tsx')).MaintenanceBypassPage),
      screen('/your-tickets', async () => (await ticket()).YourTicketsPage),
      ...boxOffice,
      { element: <Layout isBuilt={isBuilt} />, children: [{ ErrorBoundary: ErrorPage, children: screens }] },
    ],
  },
]
