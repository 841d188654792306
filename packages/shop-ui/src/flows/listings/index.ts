export { ListingsPage } from './ListingsPage.tsx'
