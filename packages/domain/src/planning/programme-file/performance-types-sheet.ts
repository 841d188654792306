import { accessTags } from '../../season/season.ts'
import type { PerformanceType } from '../production-plan.ts'
import { choice, key, list, text, whole } from './cell.ts'
import { optional, property, required, type Sheet } from './column.ts'

/** The types of performances with their defaults. */
export const performanceTypesSheet: Sheet<PerformanceType> = {
  name: 'performance types',
  key: ['type'],
  columns: [
    required('type', key, property('id')),
    required('name', text(80), property('name')),
    required('price list', text(80), property('priceList')),
    optional('access', list(choice(accessTags)), { ...property<PerformanceType, 'accessTags'>('accessTags'), empty: [] }),
    optional('tickets per customer', whole(1, 500), { ...property<PerformanceType, 'perCustomer'>('perCustomer'), empty: null }),
  ],
}
