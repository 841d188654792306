export { PackagePage } from './PackagePage.tsx'
export { PackagesPage } from './PackagesPage.tsx'
