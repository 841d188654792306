export { findProductProblem } from './find-product-problem.ts'
export { listOfferedTypes, listPerformanceProducts, listProducts, readProduct } from './read-products.ts'
export { seedProducts } from './seed-products.ts'
export { holdPieces, returnStock, sellStock } from './stock.ts'
