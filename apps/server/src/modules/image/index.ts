export { findImages, insertImage, type PreparedImage, prepareImage, readImageFile, readLargestImage, storeImage } from './store-image.ts'
