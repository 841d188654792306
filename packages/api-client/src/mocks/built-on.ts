import type { ChangeDependent, ChangeRow, ChangeSubject } from '@playhouse/domain/change'
import { accessCardDependents } from './access-cards.ts'
import { foodDependents } from './food-records.ts'
import type { MockShop } from './mock-shop.ts'
import { namedCodeDependents } from './named-codes.ts'
import { scheduleDependents } from './price-schedules.ts'
import { cardDependents } from './subscription-cards.ts'
import { singleUseDependents } from './single-use-codes.ts'

/** What was built on changes of scheduled prices, of codes of offers, of menus, and of cards of subscriptions and of the access scheme. */
export const builtOn = (shop: MockShop, rowsOf: (subject: ChangeSubject) => readonly ChangeRow[]): ChangeDependent[] => [
  ...scheduleDependents(shop, rowsOf('price-schedule')),
  ...namedCodeDependents(shop, rowsOf('offer')),
  ...singleUseDependents(shop, rowsOf('offer-codes')),
  ...foodDependents(shop, rowsOf),
  ...cardDependents(shop, rowsOf('subscription-cards')),
  ...accessCardDependents(shop, rowsOf('access-card')),
]
