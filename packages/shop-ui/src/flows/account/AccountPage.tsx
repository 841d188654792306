import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { type AccountPage as PageName, hasAccountPage } from '@playhouse/domain/account'
import { problem } from '@playhouse/domain/problem'
import { ProblemError, useBrand } from '#server-state'
import { AccessPage } from './AccessPage.tsx'
import { AccountCreditPage } from './AccountCreditPage.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { AddressesPage } from './AddressesPage.tsx'
import { ContactPreferencesPage } from './ContactPreferencesPage.tsx'
import { CultureSurveyPage } from './CultureSurveyPage.tsx'
import { GiftAidPage } from './GiftAidPage.tsx'
import { GivingHistoryPage } from './GivingHistoryPage.tsx'
import { MembershipsPage } from './MembershipsPage.tsx'
import { OrderLists } from './OrdersPage.tsx'
import { PaymentCardsPage } from './PaymentCardsPage.tsx'
import { PrintTicketsPage } from './PrintTicketsPage.tsx'
import { TicketSubscriptionsPage } from './TicketSubscriptionsPage.tsx'
import { UpdatePasswordPage } from './UpdatePasswordPage.tsx'
import { VoucherBalancePage } from './VoucherBalancePage.tsx'
import { YourDetailsPage } from './YourDetailsPage.tsx'
import { YourProfilePage } from './YourProfilePage.tsx'

const pages: Readonly<Record<PageName, ComponentType>> = {
  'your-details': YourDetailsPage,
  addresses: AddressesPage,
  'contact-preferences': ContactPreferencesPage,
  'your-orders': OrderLists,
  memberships: MembershipsPage,
  'account-credit': AccountCreditPage,
  'payment-cards': PaymentCardsPage,
  access: AccessPage,
  'update-password': UpdatePasswordPage,
  'giving-history': GivingHistoryPage,
  'print-at-home-tickets': PrintTicketsPage,
  'your-profile': YourProfilePage,
  'your-ticket-subscriptions': TicketSubscriptionsPage,
  'culture-survey': CultureSurveyPage,
  'gift-aid': GiftAidPage,
  'gift-voucher-balance': VoucherBalancePage,
}

/** `/account/:page`, for the pages that the brand has. @throws ProblemError `page-not-found` for any other */
export function AccountPage() {
  const brand = useBrand()
  const { page = '' } = useParams()
  if (!hasAccountPage(brand, page)) throw new ProblemError(problem('page-not-found'))
  const Screen = pages[page]
  return (
    <AccountFrame>
      <Screen key={page} />
    </AccountFrame>
  )
}
