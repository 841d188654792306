export { PackageListingsPage } from './PackageListingsPage.tsx'
export { PackagePage } from './PackagePage.tsx'
export { PackagesPage } from './PackagesPage.tsx'
