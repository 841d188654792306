export { LocksPage } from './LocksPage.tsx'
