export { ProductPage } from './ProductPage.tsx'
export { ProductsPage } from './ProductsPage.tsx'
