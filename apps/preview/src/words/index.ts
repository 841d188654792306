export { speakPreview } from './words.ts'
