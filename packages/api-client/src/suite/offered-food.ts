import type { CollectionPoint, Menu } from '@playhouse/domain/menu'
import { money } from '@playhouse/domain/money'
import { plainProduct, type StockedProduct } from '@playhouse/domain/product'

/** What the dishes contain, and for whom they are. */
const marks = {
  soup: { allergens: ['celery'], diets: ['vegetarian', 'vegan'] },
  salad: { allergens: ['milk', 'nuts'], diets: ['vegetarian'] },
  pie: { allergens: ['gluten', 'milk'], diets: [] },
  fish: { allergens: ['fish', 'milk'], diets: ['gluten-free'] },
} as const
type DishName = keyof typeof marks
const marksOf = (product: DishName) => ({ allergens: [...marks[product].allergens], diets: [...marks[product].diets] })
const dish = (product: DishName, supplement = 0): Menu['courses'][number]['dishes'][number] => ({
  ...{ product, name: `The ${product}`, summary: '', translations: {}, supplement: money(supplement), ...marksOf(product) },
})
/** The dishes of `offeredFood` as products, which no brand sells alone. */
export const offeredDishes: readonly StockedProduct[] = (Object.keys(marks) as DishName[]).map((product) => ({
  ...{
    ...plainProduct,
    product,
    type: 'dish',
    name: `The ${product}`,
    summary: '',
    vatBasisPoints: null,
    limit: 1,
    translations: {},
    stock: {},
  },
  ...marksOf(product),
  variants: [{ variant: 'one', name: '', price: money(0), fee: money(0) }],
}))
/** The menus that `sellingBrand` sells for every performance: supper in the restaurant, for few guests, or in the bar; drinks on the terrace. */
export const offeredFood = {
  menus: [
    {
      ...{ menu: 'supper', name: 'Supper', summary: 'Two courses.', price: money(30_00), fee: money(1_00), vatBasisPoints: null },
      translations: { sv: { name: 'Supé', summary: 'Två rätter.' } },
      courses: [
        { course: 'starter', name: 'Starter', translations: {}, dishes: [dish('soup'), dish('salad')] },
        { course: 'main', name: 'Main', translations: {}, dishes: [dish('pie'), dish('fish', 4_00)] },
      ],
    },
    {
      ...{ menu: 'drinks', name: 'Drinks', summary: '', price: money(6_00), fee: money(0), vatBasisPoints: null, translations: {} },
      courses: [{ course: 'glass', name: 'Glass', translations: {}, dishes: [dish('soup')] }],
    },
    // Without a price: never on offer.
    {
      ...{ menu: 'water', name: 'Water', summary: '', price: money(0), fee: money(0), vatBasisPoints: null, translations: {} },
      courses: [{ course: 'jug', name: 'Jug', translations: {}, dishes: [dish('soup')] }],
    },
  ] satisfies Menu[],
  points: [
    { point: 'restaurant', name: 'The restaurant', translations: {} },
    { point: 'bar', name: 'The bar', translations: { sv: { name: 'Baren' } } },
    { point: 'terrace', name: 'The terrace', translations: {} },
  ] satisfies CollectionPoint[],
  servings: [
    { menu: 'supper', point: 'restaurant', guests: 6, closesBefore: 30, servedBefore: 90 },
    { menu: 'supper', point: 'bar', guests: null, closesBefore: 30, servedBefore: null },
    { menu: 'drinks', point: 'terrace', guests: 30, closesBefore: 30, servedBefore: null },
    { menu: 'water', point: 'bar', guests: null, closesBefore: 30, servedBefore: null },
  ],
}
/** An order of supper in the bar. The suite sets the performance: see `describeItemKinds`. */
export const supper = {
  ...{ kind: 'food' as const, instance: 'unknown', menu: 'supper', guests: 1, point: 'bar', note: 'No nuts' },
  choices: [
    { course: 'starter', product: 'soup', count: 1 },
    { course: 'main', product: 'fish', count: 1 },
  ],
}
