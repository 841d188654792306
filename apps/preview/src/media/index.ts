export { setOffline, disableWebgl } from './disable-features.ts'
export { type EmulatedMedia, emulateMedia, rewriteRules } from './emulate-media.ts'
