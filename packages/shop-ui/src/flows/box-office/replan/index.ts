export { ReplanPage } from './ReplanPage.tsx'
