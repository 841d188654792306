import type { ChangeSubject } from '@playhouse/domain/change'
import type { PerformanceType } from '@playhouse/domain/production-plan'
import { cardBatchesSubject } from './card-batches-subject.ts'
import { hallPlanSubject } from './hall-plan-subject.ts'
import { accessCardSubject } from './access-card-subject.ts'
import { offerCodesSubject } from './offer-codes-subject.ts'
import { offerSubject } from './offer-subject.ts'
import { performanceSubject } from './performance-subject.ts'
import { priceListSubject } from './price-list-subject.ts'
import { priceScheduleSubject } from './price-schedule-subject.ts'
import { productionSubject } from './production-subject.ts'
import { ballotSubject } from './record/ballot-subject.ts'
import { daySeatsSubject } from './record/day-seats-subject.ts'
import { flexSubscriptionSubject } from './record/flex-subject.ts'
import { collectionPointSubject } from './record/collection-point-subject.ts'
import { formSubject } from './record/form-subject.ts'
import { menuSubject } from './record/menu-subject.ts'
import { restaurantSubject } from './record/restaurant-subject.ts'
import { packageSubject } from './record/package-subject.ts'
import { programmeCodesSubject } from './record/programme-codes.ts'
import { programmeSubject } from './record/programme-subject.ts'
import { productPerformancesSubject } from './record/product-performances.ts'
import { productStockSubject } from './record/product-stock.ts'
import { productSubject } from './record/product-subject.ts'
import { agentSubject, fundSubject, giftVoucherSubject, maintenanceWindowSubject, membershipLevelSubject } from './record/stored-records.ts'
import { waitingRoomSubject } from './record/waiting-room-subject.ts'
import { readReferences } from './references.ts'
import { saleWindowsSubject } from './sale-windows-subject.ts'
import { seatLocksSubject } from './seat-locks-subject.ts'
import type { SubjectModule } from './subject.ts'

const performanceTypeSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('performance_type')
      .selectAll()
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return new Map(rows.map(({ id, data, version }) => [id, { value: data, version }]))
  },
  write: async (trx, _deps, rows) => {
    const values = rows.map(({ id, after }) => ({ id, data: JSON.stringify(after as PerformanceType) }))
    await trx
      .insertInto('performance_type')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })))
      .execute()
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('performance_type')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: (trx, rows) =>
    readReferences(
      trx,
      'performance_type',
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    ),
}

/** The things that staff change, in the order in which they are written: a thing refers only to those before it. */
export const subjectModules = {
  'hall-plan': hallPlanSubject,
  'membership-level': membershipLevelSubject,
  'gift-voucher': giftVoucherSubject,
  fund: fundSubject,
  'maintenance-window': maintenanceWindowSubject,
  product: productSubject,
  'product-performances': productPerformancesSubject,
  'product-stock': productStockSubject,
  'price-list': priceListSubject,
  'price-schedule': priceScheduleSubject,
  programme: programmeSubject,
  'programme-codes': programmeCodesSubject,
  'performance-type': performanceTypeSubject,
  production: productionSubject,
  'sale-windows': saleWindowsSubject,
  performance: performanceSubject,
  'collection-point': collectionPointSubject,
  menu: menuSubject,
  restaurant: restaurantSubject,
  'waiting-room': waitingRoomSubject,
  ballot: ballotSubject,
  'day-seats': daySeatsSubject,
  package: packageSubject,
  form: formSubject,
  'flex-subscription': flexSubscriptionSubject,
  'subscription-cards': cardBatchesSubject,
  agent: agentSubject,
  'seat-locks': seatLocksSubject,
  offer: offerSubject,
  'offer-codes': offerCodesSubject,
  'access-card': accessCardSubject,
} as const satisfies Record<ChangeSubject, SubjectModule>
export const subjectOrder = Object.keys(subjectModules) as ChangeSubject[]
