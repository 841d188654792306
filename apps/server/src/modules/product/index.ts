export { listProducts, readProduct } from './read-products.ts'
export { type ProductToSeed, seedProducts } from './seed-products.ts'
export { returnStock, sellStock, validateStock } from './stock.ts'
