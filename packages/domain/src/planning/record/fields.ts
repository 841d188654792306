import { bands } from '../../pricing/band.ts'
import { allergens, diets } from '../../pricing/food-mark.ts'
import { topUpLastDays, voucherWords } from '../../pricing/gift-voucher.ts'
import { packageKinds } from '../../package/package.ts'
import { chargeMeans } from '../../payment/recurring-charge.ts'
import { ballotKinds } from './ballot-record.ts'
import { daySeatsFields } from './day-seats-fields.ts'
import { restaurantFields } from './restaurant-fields.ts'
import { kindsWith, questionKinds } from './form-record.ts'
import type { FieldsOf, RecordFields } from './field.ts'
import type { RecordKind } from './kind.ts'
import type { RecordValue } from './schema.ts'

const position = { input: 'number', least: 0, most: 10_000 } as const

/** A field that only questions of some kinds have. */
const ofKinds = (field: Parameters<typeof kindsWith>[0]) => ({ onlyFor: { choice: 'kind', options: kindsWith(field) } })

/** The fields of each kind of record, in the order of the screen. In a separate file from the schemas, which screens do without. */
export const recordFields: { readonly [Kind in RecordKind]: RecordFields } = {
  'membership-level': {
    name: { input: 'text' },
    summary: { input: 'paragraph', empty: 'absent' },
    gives: { input: 'lines', empty: 'absent' },
    sold: {
      input: 'group',
      empty: 'absent',
      fields: {
        price: { input: 'amount' },
        months: { input: 'number', least: 1, most: 120 },
        renewal: {
          input: 'group',
          empty: 'absent',
          fields: { days: { input: 'number', least: 1, most: 365 }, isAutomatic: { input: 'yes-no' } },
        },
      },
    },
    ages: {
      input: 'group',
      empty: 'absent',
      fields: { least: { input: 'number', least: 0, most: 120 }, most: { input: 'number', least: 1, most: 120 } },
    },
    link: { input: 'text', empty: 'absent' },
    benefits: { input: 'text', empty: 'absent' },
    constituencyTypeId: { input: 'number', least: 1, most: 2_000_000_000, empty: 'absent' },
    position,
  } satisfies FieldsOf<RecordValue<'membership-level'>>,
  fund: {
    name: { input: 'text' },
    body: { input: 'paragraph' },
    presets: { input: 'amounts' },
    least: { input: 'amount' },
    most: { input: 'amount' },
    recognitionFrom: { input: 'amount' },
    opensOn: { input: 'day', empty: 'absent' },
    closesOn: { input: 'day', empty: 'absent' },
    monthly: {
      input: 'group',
      empty: 'absent',
      fields: {
        presets: { input: 'amounts' },
        least: { input: 'amount' },
        most: { input: 'amount' },
        means: { input: 'choices', options: chargeMeans },
      },
    },
    appeals: { input: 'rows', empty: 'absent', fields: { appeal: { input: 'text' }, name: { input: 'text' } } },
    position,
  } satisfies FieldsOf<RecordValue<'fund'>>,
  product: {
    type: { input: 'reference', to: 'product-type' },
    name: { input: 'text' },
    summary: { input: 'paragraph', empty: 'text' },
    variants: {
      input: 'rows',
      fields: {
        variant: { input: 'text' },
        name: { input: 'text', empty: 'text' },
        names: { input: 'names', empty: 'absent' },
        price: { input: 'amount' },
        fee: { input: 'amount' },
      },
    },
    limit: { input: 'number', least: 1, most: 50 },
    delivery: { input: 'choices', options: ['at-performance', 'collect', 'post'] },
    postage: { input: 'amount', empty: 'null' },
    needsPerformance: { input: 'yes-no' },
    isReservation: { input: 'yes-no' },
    vatBasisPoints: { input: 'number', least: 0, most: 10_000, empty: 'null' },
    options: {
      input: 'rows',
      empty: 'list',
      fields: {
        option: { input: 'text' },
        name: { input: 'text' },
        names: { input: 'names', empty: 'absent' },
        choices: {
          input: 'rows',
          fields: {
            choice: { input: 'text' },
            name: { input: 'text' },
            names: { input: 'names', empty: 'absent' },
            price: { input: 'amount' },
          },
        },
      },
    },
    images: {
      input: 'rows',
      empty: 'list',
      fields: {
        path: { input: 'text' },
        alt: { input: 'text' },
        alts: { input: 'names', empty: 'absent' },
        width: { input: 'number', least: 1, most: 20_000 },
        height: { input: 'number', least: 1, most: 20_000 },
      },
    },
    allergens: { input: 'choices', options: allergens, empty: 'list' },
    diets: { input: 'choices', options: diets, empty: 'list' },
    translations: { input: 'translations', fields: { name: { input: 'text' }, summary: { input: 'paragraph', empty: 'text' } } },
    position,
  } satisfies FieldsOf<RecordValue<'product'>>,
  menu: {
    name: { input: 'text' },
    summary: { input: 'paragraph', empty: 'text' },
    price: { input: 'amount' },
    fee: { input: 'amount' },
    vatBasisPoints: { input: 'number', least: 0, most: 10_000, empty: 'null' },
    courses: {
      input: 'rows',
      fields: {
        name: { input: 'text' },
        names: { input: 'names', empty: 'absent' },
        dishes: {
          input: 'rows',
          fields: { product: { input: 'reference', to: 'dish' }, supplement: { input: 'amount' } },
        },
        course: { input: 'text', empty: 'text' },
      },
    },
    servings: {
      input: 'rows',
      empty: 'list',
      fields: {
        point: { input: 'reference', to: 'collection-point' },
        servedBefore: { input: 'number', least: 1, most: 1_440, empty: 'null' },
        closesBefore: { input: 'number', least: 0, most: 43_200 },
        guests: { input: 'number', least: 0, most: 100_000, empty: 'null' },
        productions: { input: 'references', to: 'production', empty: 'list' },
        performances: { input: 'references', to: 'performance', empty: 'list' },
      },
    },
    translations: { input: 'translations', fields: { name: { input: 'text' }, summary: { input: 'paragraph', empty: 'text' } } },
    position,
  } satisfies FieldsOf<RecordValue<'menu'>>,
  'collection-point': {
    name: { input: 'text' },
    names: { input: 'names', empty: 'absent' },
    hall: { input: 'reference', to: 'hall', empty: 'absent' },
    opensBefore: { input: 'number', least: 1, most: 1_440, empty: 'absent' },
    position,
  } satisfies FieldsOf<RecordValue<'collection-point'>>,
  restaurant: restaurantFields,
  'maintenance-window': {
    name: { input: 'text' },
    from: { input: 'moment' },
    until: { input: 'moment' },
    position,
  } satisfies FieldsOf<RecordValue<'maintenance-window'>>,
  'waiting-room': {
    performance: { input: 'reference', to: 'performance' },
    gathersAt: { input: 'moment' },
    opensAt: { input: 'moment' },
    rate: { input: 'number', least: 1, most: 100_000 },
    patienceMinutes: { input: 'number', least: 1, most: 60 },
    isOfProduction: { input: 'yes-no' },
    isPaused: { input: 'yes-no' },
  } satisfies FieldsOf<RecordValue<'waiting-room'>>,
  ballot: {
    name: { input: 'text' },
    kind: { input: 'choice', options: ballotKinds },
    performances: {
      input: 'rows',
      fields: { performance: { input: 'reference', to: 'performance' }, seats: { input: 'number', least: 1, most: 100_000 } },
    },
    opensAt: { input: 'moment' },
    closesAt: { input: 'moment' },
    drawsAt: { input: 'moment' },
    holdHours: { input: 'number', least: 1, most: 720 },
    maxQuantity: { input: 'number', least: 1, most: 20 },
    priceType: { input: 'reference', to: 'price-type', empty: 'absent' },
  } satisfies FieldsOf<RecordValue<'ballot'>>,
  'day-seats': daySeatsFields,
  package: {
    kind: { input: 'choice', options: packageKinds },
    name: { input: 'text' },
    summary: { input: 'paragraph' },
    saleFrom: { input: 'moment', empty: 'null' },
    saleUntil: { input: 'moment', empty: 'null' },
    groups: {
      input: 'rows',
      fields: {
        name: { input: 'text' },
        names: { input: 'names', empty: 'absent' },
        id: { input: 'text', empty: 'text' },
        least: { input: 'number', least: 0, most: 60 },
        most: { input: 'number', least: 1, most: 60 },
        parts: {
          input: 'rows',
          empty: 'list',
          fields: {
            production: { input: 'reference', to: 'production' },
            performances: { input: 'references', to: 'performance', empty: 'list' },
            part: { input: 'text', empty: 'text' },
          },
        },
        packages: { input: 'references', to: 'package', empty: 'list' },
      },
    },
    prices: {
      input: 'rows',
      empty: 'list',
      fields: { priceType: { input: 'reference', to: 'price-type' }, price: { input: 'amount' } },
    },
    steps: {
      input: 'rows',
      empty: 'list',
      fields: {
        performances: { input: 'number', least: 1, most: 200 },
        basisPoints: { input: 'number', least: 1, most: 10_000 },
        priceTypes: { input: 'references', to: 'price-type', empty: 'list' },
      },
    },
    bands: { input: 'choices', options: bands, empty: 'list' },
    translations: {
      input: 'translations',
      fields: { name: { input: 'text', empty: 'text' }, summary: { input: 'paragraph', empty: 'text' } },
    },
    position,
  } satisfies FieldsOf<RecordValue<'package'>>,
  form: {
    name: { input: 'text' },
    intro: { input: 'paragraph' },
    fields: {
      input: 'rows',
      fields: {
        kind: { input: 'choice', options: questionKinds },
        question: { input: 'text' },
        questions: { input: 'names', empty: 'absent' },
        help: { input: 'text', empty: 'text' },
        helps: { input: 'names', empty: 'absent' },
        isRequired: { input: 'yes-no' },
        maxLength: { input: 'number', least: 1, most: 4_000, empty: 'null', ...ofKinds('maxLength') },
        least: { input: 'number', least: 0, most: 999_999_999, empty: 'null', ...ofKinds('least') },
        most: { input: 'number', least: 1, most: 999_999_999, empty: 'null', ...ofKinds('most') },
        leastDays: { input: 'number', least: -36_500, most: 3_650, empty: 'null', ...ofKinds('leastDays') },
        mostDays: { input: 'number', least: -36_500, most: 3_650, empty: 'null', ...ofKinds('mostDays') },
        choices: {
          ...ofKinds('choices'),
          input: 'rows',
          empty: 'list',
          fields: { name: { input: 'text' }, names: { input: 'names', empty: 'absent' }, id: { input: 'text', empty: 'text' } },
        },
        id: { input: 'text', empty: 'text' },
      },
    },
    productions: { input: 'references', to: 'production', empty: 'list' },
    performances: { input: 'references', to: 'performance', empty: 'list' },
    keepDays: { input: 'number', least: 7, most: 1_095 },
    mailTo: { input: 'text', empty: 'null' },
    translations: {
      input: 'translations',
      fields: { name: { input: 'text', empty: 'text' }, intro: { input: 'paragraph', empty: 'text' } },
    },
  } satisfies FieldsOf<RecordValue<'form'>>,
  programme: {
    name: { input: 'text' },
    text: { input: 'paragraph' },
    opensAt: { input: 'moment', empty: 'null' },
    closesAt: { input: 'moment', empty: 'null' },
    opensPriceTypes: { input: 'references', to: 'programme-price-type', empty: 'list' },
    translations: {
      input: 'translations',
      fields: { name: { input: 'text', empty: 'text' }, text: { input: 'paragraph', empty: 'text' } },
    },
  } satisfies FieldsOf<RecordValue<'programme'>>,
  'flex-subscription': {
    name: { input: 'text' },
    summary: { input: 'paragraph' },
    price: { input: 'amount' },
    vouchers: { input: 'number', least: 1, most: 100 },
    saleFrom: { input: 'moment', empty: 'null' },
    saleUntil: { input: 'moment', empty: 'null' },
    validMonths: { input: 'number', least: 1, most: 60, empty: 'null' },
    validUntil: { input: 'day', empty: 'null' },
    productions: { input: 'references', to: 'production', empty: 'list' },
    performances: { input: 'references', to: 'performance', empty: 'list' },
    bands: { input: 'choices', options: bands, empty: 'list' },
    priceTypes: { input: 'references', to: 'price-type', empty: 'list' },
    perPerformance: { input: 'number', least: 1, most: 100, empty: 'null' },
    perCustomer: { input: 'number', least: 1, most: 100, empty: 'null' },
    translations: {
      input: 'translations',
      fields: { name: { input: 'text', empty: 'text' }, summary: { input: 'paragraph', empty: 'text' } },
    },
    position,
  } satisfies FieldsOf<RecordValue<'flex-subscription'>>,
  'gift-voucher': {
    word: { input: 'choice', options: voucherWords },
    presets: { input: 'amounts' },
    least: { input: 'amount' },
    most: { input: 'amount' },
    mostQuantity: { input: 'number', least: 1, most: 50 },
    validMonths: { input: 'number', least: 1, most: 240 },
    topUp: {
      input: 'group',
      empty: 'absent',
      fields: { mostBalance: { input: 'amount' }, lastDay: { input: 'choice', options: topUpLastDays } },
    },
    post: { input: 'group', empty: 'absent', fields: { fee: { input: 'amount' } } },
  } satisfies FieldsOf<RecordValue<'gift-voucher'>>,
  agent: {
    name: { input: 'text' },
    contact: { input: 'text', empty: 'absent' },
    email: { input: 'text', empty: 'absent' },
    commissionBasisPoints: { input: 'number', least: 0, most: 10_000 },
    paymentDays: { input: 'number', least: 0, most: 365 },
    note: { input: 'paragraph', empty: 'absent' },
    position,
  } satisfies FieldsOf<RecordValue<'agent'>>,
}
