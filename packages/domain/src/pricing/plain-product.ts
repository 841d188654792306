import type { Product } from './product.ts'

// In a separate file, so that fixtures have it without the schemas.
/** The fields of a product that is collected, without options, images and marks. */
export const plainProduct = {
  ...{ options: [], images: [], allergens: [], diets: [], delivery: ['collect'], postage: null },
  ...{ needsPerformance: false, isReservation: false },
} as const satisfies Partial<Product>
