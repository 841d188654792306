import type { FieldsOf } from './field.ts'
import type { RestaurantRecord } from './restaurant-record.ts'

/** The fields of a restaurant with its sittings, in the order of the screen. */
export const restaurantFields = {
  name: { input: 'text' },
  summary: { input: 'paragraph', empty: 'text' },
  access: { input: 'paragraph', empty: 'text' },
  hall: { input: 'reference', to: 'hall', empty: 'absent' },
  sittings: {
    input: 'rows',
    empty: 'list',
    fields: {
      startsBefore: { input: 'number', least: -720, most: 1_440 },
      minutes: { input: 'number', least: 1, most: 1_440 },
      closesBefore: { input: 'number', least: 0, most: 43_200 },
      covers: { input: 'number', least: 0, most: 10_000 },
      tables: {
        input: 'rows',
        fields: {
          size: { input: 'number', least: 1, most: 60 },
          tables: { input: 'number', least: 0, most: 1_000 },
          least: { input: 'number', least: 1, most: 60 },
        },
      },
      price: { input: 'amount' },
      vatBasisPoints: { input: 'number', least: 0, most: 10_000, empty: 'null' },
      fromHour: { input: 'number', least: 0, most: 23, empty: 'null' },
      beforeHour: { input: 'number', least: 1, most: 24, empty: 'null' },
      productions: { input: 'references', to: 'production', empty: 'list' },
      performances: { input: 'references', to: 'performance', empty: 'list' },
      sitting: { input: 'text', empty: 'text' },
    },
  },
  translations: {
    input: 'translations',
    fields: { name: { input: 'text' }, summary: { input: 'paragraph', empty: 'text' }, access: { input: 'paragraph', empty: 'text' } },
  },
  position: { input: 'number', least: 0, most: 10_000 },
} as const satisfies FieldsOf<RestaurantRecord>
