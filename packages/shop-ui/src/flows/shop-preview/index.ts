export { PreviewBanner } from './PreviewBanner.tsx'
export { PreviewEndedPage } from './PreviewEndedPage.tsx'
