export { currentPreview, runInPreview, type ShopPreview } from './current-preview.ts'
export { createPreviewCatalogue, type PreviewCatalogue, withoutRoomsInPreviews } from './preview-catalogue.ts'
