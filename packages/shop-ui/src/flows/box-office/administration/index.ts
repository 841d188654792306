export { ApiPage } from './ApiPage.tsx'
export { StaffPage } from './StaffPage.tsx'
export { TokensPage } from './TokensPage.tsx'
