export { findImage, readImageFile, storeImage } from './store-image.ts'
