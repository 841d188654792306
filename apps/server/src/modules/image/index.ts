export { findImages, readImageFile, storeImage } from './store-image.ts'
