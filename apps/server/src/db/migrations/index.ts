import type { Migration } from 'kysely/migration'
import * as journey from './0001-journey.ts'
import * as resetPassword from './0002-reset-password.ts'
import * as liveSeats from './0003-live-seats.ts'
import * as queue from './0004-queue.ts'
import * as ledger from './0005-ledger.ts'
import * as eligibility from './0006-eligibility.ts'
import * as invariants from './0007-invariants.ts'
import * as entry from './0008-entry.ts'
import * as account from './0009-account.ts'
import * as sharedTicket from './0010-shared-ticket.ts'
import * as basketItem from './0011-basket-item.ts'
import * as boxOffice from './0012-box-office.ts'
import * as declinesAndLines from './0013-declines-and-lines.ts'
import * as guestOrders from './0014-guest-orders.ts'
import * as takings from './0015-takings.ts'
import * as holdsInOneGo from './0016-holds-in-one-go.ts'
import * as membershipSale from './0017-membership-sale.ts'
import * as visitsByLink from './0018-visits-by-link.ts'
import * as provedAddresses from './0019-proved-addresses.ts'
import * as newcomersByNetwork from './0020-newcomers-by-network.ts'
import * as visitsInTurn from './0022-visits-in-turn.ts'
import * as refundsThatFail from './0023-refunds-that-fail.ts'
import * as oneBasketAVisit from './0024-one-basket-a-visit.ts'
import * as forgottenBaskets from './0025-forgotten-baskets.ts'
import * as unmatchedPayments from './0026-unmatched-payments.ts'
import * as disputes from './0027-disputes.ts'
import * as sessionPayment from './0028-session-payment.ts'
import * as parkedMessages from './0029-parked-messages.ts'
import * as refusedRefunds from './0031-refused-refunds.ts'
import * as guestsOwedMoney from './0032-guests-owed-money.ts'
import * as priceVersions from './0033-price-versions.ts'
import * as wideNetworks from './0034-wide-networks.ts'
import * as immutableRecords from './0035-immutable-records.ts'
import * as unfinishedCashSales from './0036-unfinished-cash-sales.ts'
import * as itemsWithoutTickets from './0038-items-without-tickets.ts'
import * as giftAidAnswer from './0039-gift-aid-answer.ts'
import * as parkedAttempts from './0040-parked-attempts.ts'
import * as cashSalesSoldTwice from './0041-cash-sales-sold-twice.ts'
import * as functionsInFiles from './0045-functions-in-files.ts'
import * as pageVersion from './0046-page-version.ts'
import * as items from './0049-items.ts'
import * as itemInvariants from './0050-item-invariants.ts'
import * as severalItems from './0051-several-items.ts'
import * as keptCards from './0055-kept-cards.ts'
import * as giftVouchers from './0056-gift-vouchers.ts'
import * as mandates from './0057-mandates.ts'
import * as donationItems from './0058-donation-items.ts'
import * as membershipTerms from './0059-membership-terms.ts'
import * as topUps from './0060-top-ups.ts'
import * as automaticRenewals from './0061-automatic-renewals.ts'
import * as giftAidOfDonation from './0062-gift-aid-of-donation.ts'
import * as giftAidDonor from './0063-gift-aid-donor.ts'
import * as dietaryNotes from './0064-dietary-notes.ts'
import * as renewalsEndWithMandate from './0065-renewals-end-with-mandate.ts'
import * as otherTenders from './0066-other-tenders.ts'
import * as giftMemberships from './0067-gift-memberships.ts'
import * as monthlyGifts from './0068-monthly-gifts.ts'
import * as heldMemberships from './0069-held-memberships.ts'
import * as consentWithPurchase from './0070-consent-with-purchase.ts'
import * as paymentLinks from './0071-payment-links.ts'
import * as itemOfLine from './0072-item-of-line.ts'
import * as upgradesEndTerms from './0073-upgrades-end-terms.ts'
import * as voucherTopUps from './0074-voucher-top-ups.ts'
import * as voucherLetters from './0075-voucher-letters.ts'
import * as giftAidAtCounter from './0076-gift-aid-at-counter.ts'
import * as letterPrints from './0077-letter-prints.ts'
import * as products from './0078-products.ts'
import * as addOns from './0079-add-ons.ts'
import * as productCatalogue from './0080-product-catalogue.ts'
import * as endedItems from './0081-ended-items.ts'
import * as food from './0082-food.ts'
import * as forms from './0083-forms.ts'
import * as freeReservations from './0084-free-reservations.ts'
import * as tables from './0085-tables.ts'
import * as seriesOfTickets from './0086-series-of-tickets.ts'
import * as packages from './0087-packages.ts'
import * as fixedSeries from './0088-fixed-series.ts'
import * as programmes from './0089-programmes.ts'
import * as flexSubscriptions from './0090-flex-subscriptions.ts'
import * as subscriptionCards from './0091-subscription-cards.ts'
import * as staffRoles from './0092-staff-roles.ts'
import * as changeSets from './0093-change-sets.ts'
import * as planning from './0094-planning.ts'
import * as county from './0095-county.ts'
import * as changeRows from './0096-change-rows.ts'
import * as productionTexts from './0097-production-texts.ts'
import * as saleWindows from './0098-sale-windows.ts'
import * as images from './0099-images.ts'
import * as hallPlans from './0104-hall-plans.ts'
import * as productionAddresses from './0105-production-addresses.ts'
import * as seatLocks from './0106-seat-locks.ts'
import * as catalogueRecords from './0112-catalogue-records.ts'
import * as offers from './0113-offers.ts'
import * as movedIn from './0115-moved-in.ts'
import * as productVersions from './0116-product-versions.ts'
import * as apiTokens from './0117-api-tokens.ts'
import * as movedOrders from './0118-moved-orders.ts'
import * as replans from './0119-replans.ts'
import * as waitingRoomVersions from './0121-waiting-room-versions.ts'
import * as flexVersions from './0122-flex-versions.ts'
import * as automaticOffers from './0123-automatic-offers.ts'
import * as packageVersions from './0126-package-versions.ts'
import * as formVersions from './0127-form-versions.ts'
import * as proofAtDoor from './0128-proof-at-door.ts'
import * as groupBookings from './0130-group-bookings.ts'
import * as groupDeposits from './0131-group-deposits.ts'
import * as programmeVersions from './0132-programme-versions.ts'
import * as programmeCodeBatches from './0133-programme-code-batches.ts'
import * as groupCancellations from './0134-group-cancellations.ts'
import * as ballotVersions from './0135-ballot-versions.ts'
import * as offerLimits from './0136-offer-limits.ts'
import * as groupInvoices from './0137-group-invoices.ts'
import * as groupReminders from './0138-group-reminders.ts'
import * as agents from './0139-agents.ts'
import * as mailedInvoices from './0140-mailed-invoices.ts'
import * as movedReservations from './0141-moved-reservations.ts'
import * as singleUseCodes from './0142-single-use-codes.ts'
import * as priceSchedules from './0143-price-schedules.ts'
import * as offerNames from './0144-offer-names.ts'
import * as accessCardRevisions from './0145-access-card-revisions.ts'
import * as groupNames from './0146-group-names.ts'
import * as agentReturns from './0147-agent-returns.ts'
import * as ballotPriceTypes from './0148-ballot-price-types.ts'
import * as namedCodes from './0149-named-codes.ts'
import * as menuRecords from './0150-menu-records.ts'
import * as daySeats from './0151-day-seats.ts'
import * as reservationLinks from './0152-reservation-links.ts'
import * as restaurantRecords from './0153-restaurant-records.ts'
import * as cardBatches from './0154-card-batches.ts'
import * as closingPayments from './0155-closing-payments.ts'

/** Every step of the schema, in the order of its number. A step that was ever released never changes. */
export const migrations: Record<string, Migration> = {
  '0001-journey': journey,
  '0002-reset-password': resetPassword,
  '0003-live-seats': liveSeats,
  '0004-queue': queue,
  '0005-ledger': ledger,
  '0006-eligibility': eligibility,
  '0007-invariants': invariants,
  '0008-entry': entry,
  '0009-account': account,
  '0010-shared-ticket': sharedTicket,
  '0011-basket-item': basketItem,
  '0012-box-office': boxOffice,
  '0013-declines-and-lines': declinesAndLines,
  '0014-guest-orders': guestOrders,
  '0015-takings': takings,
  '0016-holds-in-one-go': holdsInOneGo,
  '0017-membership-sale': membershipSale,
  '0018-visits-by-link': visitsByLink,
  '0019-proved-addresses': provedAddresses,
  '0020-newcomers-by-network': newcomersByNetwork,
  '0022-visits-in-turn': visitsInTurn,
  '0023-refunds-that-fail': refundsThatFail,
  '0024-one-basket-a-visit': oneBasketAVisit,
  '0025-forgotten-baskets': forgottenBaskets,
  '0026-unmatched-payments': unmatchedPayments,
  '0027-disputes': disputes,
  '0028-session-payment': sessionPayment,
  '0029-parked-messages': parkedMessages,
  '0031-refused-refunds': refusedRefunds,
  '0032-guests-owed-money': guestsOwedMoney,
  '0033-price-versions': priceVersions,
  '0034-wide-networks': wideNetworks,
  '0035-immutable-records': immutableRecords,
  '0036-unfinished-cash-sales': unfinishedCashSales,
  '0038-items-without-tickets': itemsWithoutTickets,
  '0039-gift-aid-answer': giftAidAnswer,
  '0040-parked-attempts': parkedAttempts,
  '0041-cash-sales-sold-twice': cashSalesSoldTwice,
  '0045-functions-in-files': functionsInFiles,
  '0046-page-version': pageVersion,
  '0049-items': items,
  '0050-item-invariants': itemInvariants,
  '0051-several-items': severalItems,
  '0055-kept-cards': keptCards,
  '0056-gift-vouchers': giftVouchers,
  '0057-mandates': mandates,
  '0058-donation-items': donationItems,
  '0059-membership-terms': membershipTerms,
  '0060-top-ups': topUps,
  '0061-automatic-renewals': automaticRenewals,
  '0062-gift-aid-of-donation': giftAidOfDonation,
  '0063-gift-aid-donor': giftAidDonor,
  '0064-dietary-notes': dietaryNotes,
  '0065-renewals-end-with-mandate': renewalsEndWithMandate,
  '0066-other-tenders': otherTenders,
  '0067-gift-memberships': giftMemberships,
  '0068-monthly-gifts': monthlyGifts,
  '0069-held-memberships': heldMemberships,
  '0070-consent-with-purchase': consentWithPurchase,
  '0071-payment-links': paymentLinks,
  '0072-item-of-line': itemOfLine,
  '0073-upgrades-end-terms': upgradesEndTerms,
  '0074-voucher-top-ups': voucherTopUps,
  '0075-voucher-letters': voucherLetters,
  '0076-gift-aid-at-counter': giftAidAtCounter,
  '0077-letter-prints': letterPrints,
  '0078-products': products,
  '0079-add-ons': addOns,
  '0080-product-catalogue': productCatalogue,
  '0081-ended-items': endedItems,
  '0082-food': food,
  '0083-forms': forms,
  '0084-free-reservations': freeReservations,
  '0085-tables': tables,
  '0086-series-of-tickets': seriesOfTickets,
  '0087-packages': packages,
  '0088-fixed-series': fixedSeries,
  '0089-programmes': programmes,
  '0090-flex-subscriptions': flexSubscriptions,
  '0091-subscription-cards': subscriptionCards,
  '0092-staff-roles': staffRoles,
  '0093-change-sets': changeSets,
  '0094-planning': planning,
  '0095-county': county,
  '0096-change-rows': changeRows,
  '0097-production-texts': productionTexts,
  '0098-sale-windows': saleWindows,
  '0099-images': images,
  '0104-hall-plans': hallPlans,
  '0105-production-addresses': productionAddresses,
  '0106-seat-locks': seatLocks,
  '0112-catalogue-records': catalogueRecords,
  '0113-offers': offers,
  '0115-moved-in': movedIn,
  '0116-product-versions': productVersions,
  '0117-api-tokens': apiTokens,
  '0118-moved-orders': movedOrders,
  '0119-replans': replans,
  '0121-waiting-room-versions': waitingRoomVersions,
  '0122-flex-versions': flexVersions,
  '0123-automatic-offers': automaticOffers,
  '0126-package-versions': packageVersions,
  '0127-form-versions': formVersions,
  '0128-proof-at-door': proofAtDoor,
  '0130-group-bookings': groupBookings,
  '0131-group-deposits': groupDeposits,
  '0132-programme-versions': programmeVersions,
  '0133-programme-code-batches': programmeCodeBatches,
  '0134-group-cancellations': groupCancellations,
  '0135-ballot-versions': ballotVersions,
  '0136-offer-limits': offerLimits,
  '0137-group-invoices': groupInvoices,
  '0138-group-reminders': groupReminders,
  '0139-agents': agents,
  '0140-mailed-invoices': mailedInvoices,
  '0141-moved-reservations': movedReservations,
  '0142-single-use-codes': singleUseCodes,
  '0143-price-schedules': priceSchedules,
  '0144-offer-names': offerNames,
  '0145-access-card-revisions': accessCardRevisions,
  '0146-group-names': groupNames,
  '0147-agent-returns': agentReturns,
  '0148-ballot-price-types': ballotPriceTypes,
  '0149-named-codes': namedCodes,
  '0150-menu-records': menuRecords,
  '0151-day-seats': daySeats,
  '0152-reservation-links': reservationLinks,
  '0153-restaurant-records': restaurantRecords,
  '0154-card-batches': cardBatches,
  '0155-closing-payments': closingPayments,
}
